import {
  type DefaultTreeAdapterMap,
  html as htmlSpec,
  Parser,
  Token,
  type DefaultTreeAdapterTypes as Tree,
} from "parse5";

/** The tree that parse5's tree construction makes from tokens after some HTML. */
export function treeOfTokens(before: string, tokens: readonly (readonly unknown[])[]): Tree.Document {
  const parser = new Parser<DefaultTreeAdapterMap>();
  parser.tokenizer.write(before, false);
  for (const [kind, first, second, third, fourth] of tokens) {
    switch (kind) {
      case "DOCTYPE":
        parser.onDoctype({
          type: Token.TokenType.DOCTYPE,
          name: first as string | null,
          publicId: second as string | null,
          systemId: third as string | null,
          forceQuirks: !fourth,
          location: null,
        });
        break;
      case "StartTag":
        parser.onStartTag(tagToken(Token.TokenType.START_TAG, first as string, second as object, third === true));
        break;
      case "EndTag":
        parser.onEndTag(tagToken(Token.TokenType.END_TAG, first as string, {}, false));
        break;
      case "Comment":
        parser.onComment({ type: Token.TokenType.COMMENT, data: first as string, location: null });
        break;
      case "Character":
        addCharacters(parser, first as string);
        break;
    }
  }
  parser.onEof({ type: Token.TokenType.EOF, location: null });
  return parser.document;
}

function tagToken(
  type: Token.TagToken["type"],
  name: string,
  attributes: object,
  selfClosing: boolean,
): Token.TagToken {
  return {
    type,
    tagName: name,
    tagID: htmlSpec.getTagID(name),
    selfClosing,
    ackSelfClosing: false,
    attrs: Object.entries(attributes).map(([own, value]) => ({ name: own, value: value as string })),
    location: null,
  } as Token.TagToken;
}

function addCharacters(parser: Parser<DefaultTreeAdapterMap>, text: string): void {
  for (const [chars] of text.matchAll(/\0+|[ \t\n\f\r]+|[^\0 \t\n\f\r]+/g)) {
    if (chars.startsWith("\0")) parser.onNullCharacter({ type: Token.TokenType.NULL_CHARACTER, chars, location: null });
    else if (/^[ \t\n\f\r]/.test(chars)) {
      parser.onWhitespaceCharacter({ type: Token.TokenType.WHITESPACE_CHARACTER, chars, location: null });
    } else parser.onCharacter({ type: Token.TokenType.CHARACTER, chars, location: null });
  }
}
