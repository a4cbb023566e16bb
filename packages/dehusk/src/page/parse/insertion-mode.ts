/** The standard's insertion modes. */
export const Mode = {
  Initial: 0,
  BeforeHtml: 1,
  BeforeHead: 2,
  InHead: 3,
  InHeadNoscript: 4,
  AfterHead: 5,
  InBody: 6,
  Text: 7,
  InTable: 8,
  InTableText: 9,
  InCaption: 10,
  InColumnGroup: 11,
  InTableBody: 12,
  InRow: 13,
  InCell: 14,
  InSelect: 15,
  InSelectInTable: 16,
  InTemplate: 17,
  AfterBody: 18,
  InFrameset: 19,
  AfterFrameset: 20,
  AfterAfterBody: 21,
  AfterAfterFrameset: 22,
} as const;

/** A handler's result: whether to process the token again, in the mode that is now current. */
export type Again = boolean;
