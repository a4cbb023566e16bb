// Any page of an Express app as Markdown, for clients that ask for it: PORT=3000 node express.mjs, then
// curl -H "Accept: text/markdown" localhost:3000/article
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { extract } from "dehusk";
import express from "express";

/** Middleware: what is sent as HTML goes out as Markdown of its content where a client prefers that. */
export function markdownOnDemand() {
  return (request, response, next) => {
    const send = response.send;
    response.send = function sendEither(body) {
      const isHtml = typeof body === "string" && (response.get("Content-Type") ?? "text/html").startsWith("text/html");
      if (!isHtml) return send.call(this, body);
      response.vary("Accept");
      if (request.accepts(["text/html", "text/markdown"]) !== "text/markdown") return send.call(this, body);
      // Calls itself to set the length, so it is put back first.
      response.send = send;
      const url = `${request.protocol}://${request.get("Host")}${request.originalUrl}`;
      return response.type("text/markdown").send(extract(body, { url }).markdown);
    };
    next();
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const app = express();
  app.use(markdownOnDemand());
  app.get("/article", async (_request, response) => {
    response.type("html").send(await readFile(new URL("../article.html", import.meta.url), "utf8"));
  });
  const server = app.listen(process.env.PORT ?? 3000, "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/article`);
  });
}
