// Any page of a Fastify app as Markdown, for clients that ask for it: PORT=3000 node fastify.mjs, then
// curl -H "Accept: text/markdown" localhost:3000/article
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { extract } from "dehusk";
import Fastify from "fastify";

/** A hook for `onSend`: what is sent as HTML goes out as Markdown of its content where a client prefers that. */
export async function markdownOnDemand(request, reply, payload) {
  const isHtml = typeof payload === "string" && String(reply.getHeader("content-type")).startsWith("text/html");
  if (!isHtml) return payload;
  reply.header("vary", "Accept");
  if (!/\btext\/markdown\b/.test(request.headers.accept ?? "")) return payload;
  reply.type("text/markdown; charset=utf-8").removeHeader("content-length");
  return extract(payload, { url: `${request.protocol}://${request.host}${request.url}` }).markdown;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const app = Fastify();
  app.addHook("onSend", markdownOnDemand);
  app.get("/article", async (_request, reply) => {
    reply.type("text/html; charset=utf-8");
    return readFile(new URL("../article.html", import.meta.url), "utf8");
  });
  await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
  console.log(`http://127.0.0.1:${app.server.address().port}/article`);
}
