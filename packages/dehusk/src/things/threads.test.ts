import { expect, test } from "vitest";
import { things } from "./things.ts";

const one = "My wheel has started to knock, once per turn and only under load.";
const two = "Chalk a bucket and watch whether the same one is at two o'clock then.";
const three = "It was the wedges, three of eight of them. Thank you all for the help.";
const brief = (html: string, url = "https://mill.example/t/7") => {
  const { posts, comments } = things(`<title>Knocking wheel</title><h1>Knocking wheel</h1>${html}`, { url });
  return (posts ?? comments ?? []).map(({ author, date, depth, text }) => [author, date, depth, text]);
};

test("posts of a table layout, with details of users and signatures", () => {
  const post = (name: string, at: string, text: string) =>
    `<table class="tborder"><tr><td class="thead">#<a href="showpost.php?p=1">1</a> ${at}</td></tr><tr><td><a class="bigusername" href="member.php?u=3">${name}</a><div>Join Date: Mar 2018<br>Posts: 41</div></td><td><div id="post_message_1">${text}</div><div class="signature">____<br>Closed on Mondays</div></td></tr></table>`;
  const html = post("Tailrace", "14-10-2019, 07:52 PM", one) + post("old_sluice", "14-10-2019, 08:30 PM", two);
  expect(brief(html)).toEqual([
    ["Tailrace", "2019-10-14T19:52", 0, one],
    ["old_sluice", "2019-10-14T20:30", 0, two],
  ]);
  const { posts } = things(`<h1>Wheel</h1>${html}`);
  expect(posts?.[0].signature).toBe("Closed on Mondays");
});

test("posts of articles with time elements, quotes apart, buttons gone", () => {
  const post = (name: string, at: string, text: string) =>
    `<article class="message js-post" id="post-1"><div class="message-user"><h4><a class="username" href="/members/x.1/">${name}</a></h4><dl><dt>Joined</dt><dd>Apr 13, 2009</dd></dl></div><div class="message-main"><header><a href="/t/7/post-1"><time datetime="${at}">x</time></a></header><div class="bbWrapper">${text}</div><div class="actions"><a href="#">Reply</a> <a href="#">Report</a></div></div></article>`;
  const html =
    post("Ann", "2024-01-02T10:00:00Z", one) +
    post("Ben", "2024-01-03T10:00:00Z", `<blockquote>Ann said: ${one}</blockquote>${two}`);
  expect(brief(html)).toEqual([
    ["Ann", "2024-01-02T10:00:00Z", 0, one],
    ["Ben", "2024-01-03T10:00:00Z", 0, two],
  ]);
  const { posts } = things(`<h1>Wheel</h1>${html}`, { url: "https://mill.example/t/7" });
  expect(posts?.[1].quotes).toEqual([`Ann said: ${one}`]);
  expect(posts?.[1].permalink).toBe("https://mill.example/t/7/post-1");
});

test("a question and its answers, with votes and the accepted one, editors passed over", () => {
  const part = (kind: string, votes: number, name: string, text: string, edited = "") =>
    `<div class="${kind}" id="a${votes}"><div class="vote"><span class="vote-count">${votes}</span></div><div class="body"><p>${text}</p></div>${edited}<div class="user-info">answered Aug 11, 2020 at 18:04 <div class="user-details"><a href="/users/7/x">${name}</a></div></div></div>`;
  const edit =
    '<div class="user-info">edited Aug 12, 2020 at 9:00 <div class="user-details"><a href="/users/9/y">Editor</a></div></div>';
  const html = `${part("question", 64, "Ann", one)}<div id="answers">${part("answer accepted-answer", 12, "Ben", two, edit)}${part("answer", 3, "Cat", three)}</div>`;
  const { posts } = things(`<h1>Why does it knock?</h1>${html}`);
  expect(posts?.map(({ author, votes, accepted }) => [author, votes, accepted])).toEqual([
    ["Ann", 64, false],
    ["Ben", 12, true],
    ["Cat", 3, false],
  ]);
});

test("depth by indentation that a program counts", () => {
  const row = (depth: number, name: string, text: string) =>
    `<tr class="athing comtr"><td class="ind" indent="${depth}"></td><td><span class="comhead"><a href="user?id=${name}" class="hnuser">${name}</a> <span class="age" title="2024-05-01T10:00:00">3 hours ago</span></span><div class="comment"><span class="commtext">${text}</span></div><div class="reply"><a href="reply">reply</a></div></td></tr>`;
  const html = `<table>${row(0, "ann", one)}${row(1, "ben", two)}${row(2, "cat", three)}${row(0, "dan", one)}</table>`;
  expect(brief(html).map(([author, , depth, text]) => [author, depth, text])).toEqual([
    ["ann", 0, one],
    ["ben", 1, two],
    ["cat", 2, three],
    ["dan", 0, one],
  ]);
});

test("depth by nesting; comments below an article are comments", () => {
  const item = (name: string, text: string, replies = "") =>
    `<li class="comment"><div class="comment-body"><span class="author">${name}</span> <time datetime="2024-05-01">May 1</time><p>${text}</p><a class="reply" href="#">Reply</a></div>${replies === "" ? "" : `<ul class="children">${replies}</ul>`}</li>`;
  const html = `<p>${"The wheel turns. ".repeat(80)}</p><div id="comments"><ol>${item("Ann", one, item("Ben", two) + item("Cat", three))}${item("Dan", two)}</ol></div>`;
  const { posts, comments } = things(`<h1>Wheels</h1>${html}`);
  expect(posts).toBeUndefined();
  expect(comments?.map(({ author, depth, text }) => [author, depth, text])).toEqual([
    ["Ann", 0, one],
    ["Ben", 1, two],
    ["Cat", 1, three],
    ["Dan", 0, two],
  ]);
});

test("posts without dates, where each has a body that is named as one", () => {
  const post = (name: string, text: string) =>
    `<article><div class="PostUser"><h3 class="PostUser-name">${name}</h3></div><div class="Post-body"><p>${text}</p></div></article><hr>`;
  expect(brief(post("Ann", one) + post("Ben", two) + post("Cat", three))).toEqual([
    ["Ann", null, 0, one],
    ["Ben", null, 0, two],
    ["Cat", null, 0, three],
  ]);
});

test("years of two digits, where a time of day follows", () => {
  const post = (name: string, text: string) =>
    `<li class="entry"><b class="author">${name}</b> <span>11.04.21, 18:30</span><p>${text}</p></li>`;
  expect(brief(`<ul>${post("Ann", one)}${post("Ben", two)}</ul>`)).toEqual([
    ["Ann", "2021-04-11T18:30", 0, one],
    ["Ben", "2021-04-11T18:30", 0, two],
  ]);
});

test("dates and links in a head beside each post; a note on the last reply is no post", () => {
  const post = (number: number, name: string, text: string) =>
    `<div class="reply-header"><span class="reply-date">May ${number}, 2019 at 10:44 pm</span> <a href="#post-${number}">#${number}</a></div><div class="loop-item"><div class="reply-author"><a class="author-link" href="/members/x/">${name}</a></div><div class="reply-content"><p>${text}</p></div></div>`;
  const html = `<div class="notice">This topic has 2 replies from three members and was last updated 8 months ago by <a href="/members/x/">Cat</a>.</div><div class="replies">${post(3, "Ann", one)}${post(4, "Ben", two)}${post(5, "Cat", three)}</div>`;
  expect(brief(html)).toEqual([
    ["Ann", "2019-05-03T22:44", 0, one],
    ["Ben", "2019-05-04T22:44", 0, two],
    ["Cat", "2019-05-05T22:44", 0, three],
  ]);
  const { posts } = things(`<h1>Wheel</h1>${html}`, { url: "https://mill.example/t/7" });
  expect(posts?.[1].permalink).toBe("https://mill.example/t/7#post-4");
});

test("a post shown once more above the reply to it is no post of its own, one with a picture alone is", () => {
  const user = (name: string, time: string) =>
    `<a href="/user/${name}">${name}</a> <time datetime="2024-05-01T${time}:00">May 1</time>`;
  const parent = (name: string, time: string, text: string) =>
    `<div class="parent"><div>${user(name, time)}</div><div>${text}</div></div>`;
  const post = (name: string, time: string, body: string, above = "") =>
    `<li class="entry">${above}<div class="own"><div>${user(name, time)}</div><div class="content">${body}</div></div></li>`;
  const html = `<ul>${post("ann", "10:00", one)}${post("ben", "11:00", two, parent("ann", "10:00", one))}${post("cat", "12:00", '<img src="/wheel.jpg">')}${post("dan", "13:00", three)}</ul>`;
  expect(brief(html).map(([author, , , text]) => [author, text])).toEqual([
    ["ann", one],
    ["ben", two],
    ["cat", ""],
    ["dan", three],
  ]);
});

test("a name beside a picture in one link; a member's state is no name", () => {
  const post = (name: string, text: string) =>
    `<li class="entry"><div><a class="state" href="/u/${name}"><img src="/${name}.png"> <i>Offline</i></a></div><div><a class="person" href="/u/${name}@mill.example"><img src="/${name}.png"> <b>${name}</b><i>@mill.example</i></a> <time datetime="2024-05-01">May 1</time></div><p>${text}</p></li>`;
  expect(brief(`<ul>${post("ann", one)}${post("ben", two)}</ul>`).map(([author]) => author)).toEqual(["ann", "ben"]);
});

test("the body of a short post above a longer signature, though its second class is another", () => {
  const post = (name: string, text: string, kind: string, signature = "") =>
    `<div class="post" id="p${name.length}${text.length}"><b class="username">${name}</b><div class="content"><time datetime="2024-05-01">May 1</time><div class="pb2 ${kind}">${text}</div><div class="pb3">${signature}</div></div></div>`;
  const signature = "I keep three stones and two wheels, all of them older than me or you.";
  const html =
    post("Ann", one, "long") + post("Benn", "Thanks, Ann.", "long_sig", signature) + post("Cat", three, "long");
  expect(brief(html).map(([author, , , text]) => [author, text])).toEqual([
    ["Ann", one],
    ["Benn", "Thanks, Ann."],
    ["Cat", three],
  ]);
});

test("comments on the first post of a thread are posts; an advertisement among them is none", () => {
  const comment = (name: string, text: string) =>
    `<div class="comment"><b class="comment-author">${name}</b> <time datetime="2024-05-01T11:00:00">May 1</time><div class="comment-text">${text}</div></div>`;
  const html = `<div class="forum_op"><a class="op-author" href="/profiles/765">Ann</a> <span class="date" title="2024-05-01T10:00:00">1 May</span><div class="content">${one} ${two}</div></div><div class="comments"><div class="comments-inner">${comment("Ben", two)}${comment("Advertisement", "Look here for the best wheels that there are.")}${comment("Cat", three)}</div></div>`;
  const { posts } = things(`<title>Knocking wheel</title><h1>Knocking wheel</h1>${html}`);
  expect(posts?.map(({ author }) => author)).toEqual(["Ann", "Ben", "Cat"]);
});

test("teasers of other articles are no posts, nor are an article's head and the note on its author", () => {
  const teaser = (name: string, title: string) =>
    `<div class="card"><h3><a href="/blog/${name}">${title}</a></h3><p>What the miller should know, and what it takes to find it out in a day.</p><span class="author">Jane Roe</span> <time datetime="2024-05-01">May 1</time></div>`;
  const cards =
    teaser("a", "How to dress a mill stone") +
    teaser("b", "Why wheels knock under load") +
    teaser("c", "The price of oak and elm");
  const head = `<div class="head"><h1>Wheels</h1><a class="author" href="/author/jr">Jane Roe</a> <time datetime="2024-05-01">May 1</time><p>${one} ${two}</p></div>`;
  const note = `<footer class="bio"><a class="author" href="/author/jr">Jane Roe</a><p>${three} ${one}</p></footer>`;
  for (const html of [`${head}<div>${cards}</div>`, `<div>${head}</div>${note}`]) {
    const { posts, comments } = things(html, { url: "https://mill.example/blog/wheels" });
    expect([posts, comments]).toEqual([undefined, undefined]);
  }
});

test("an article has no posts", () => {
  const { posts, comments } = things(
    `<h1>Wheels</h1><p class="author">Jane Roe</p><p>${"The wheel turns. ".repeat(80)}</p>`,
  );
  expect(posts).toBeUndefined();
  expect(comments).toBeUndefined();
});
