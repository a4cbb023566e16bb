/** Takes a thread a second or more, and is not stopped while it is parsed. */
export const slowPage = "<div>one <a href=/x>two</a> <b>three</b></div>".repeat(12_000);
export const slowPath = "/segment?algorithm=cclus";

/** Takes some seconds, so that it is over any limit of about one. */
export const slowestPage = slowPage.repeat(10);

/** More than 60 MB of nodes. */
export const heavyPage = "<p>one <a href=/x>two</a> <b>three</b></p>".repeat(150_000);

/** Of fifty words. */
export const smallPage = `<p>${"corn ".repeat(50)}`;

/** Answers with its content are longer than what lies between a server and a client that reads nothing. */
export const longPage = ["a", "b", "c", "d"].map((word) => `<p>${word} ${"corn ".repeat(170_000)}`).join("");
