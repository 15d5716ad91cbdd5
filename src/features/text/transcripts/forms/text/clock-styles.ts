/** Styles of a line that has a clock: where the clock, the name and the words are. */

const CLOCK = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`
/** A clock, or a range of two. */
const TIMES = String.raw`(?<clock>${CLOCK})(?:\s?(?:-->|[-–—]|to)\s?(?<end>${CLOCK}))?`
const HALF = String.raw`(?:\s?(?<half>[AaPp]\.?[Mm]\.?)(?![\p{L}]))?`
const NAME = String.raw`(?<name>[^:[\](){}*\t]{1,64}?)`
/** A name without a mark after it, so that it can't be a number. */
const WORD_NAME = String.raw`(?<name>\p{L}[^:[\](){}*\t]{0,63}?)`

/** In the order in which they are tried: a style with more marks comes first. */
export const CLOCK_STYLES: readonly RegExp[] = [
  // [00:01:02] Name: text, (00:12) Name, and [00:03 - 00:08] Name: text
  String.raw`^[[(]${TIMES}${HALF}[\])]:?\s*(?:-\s*)?(?<rest>.*)$`,
  // Name (00:12): text, and **Name** [00:00:12]: text
  String.raw`^(?:[*]{2})?${NAME}(?:[*]{2})?\s*[[(]${TIMES}[\])]\s*:?\s*(?<rest>.*)$`,
  // Name: (0:12), with text on the next line, and NAME: 00:12 text
  String.raw`^${WORD_NAME}:\s*[[(]${TIMES}[\])]\s*(?<rest>.*)$`,
  String.raw`^${WORD_NAME}:\s*${TIMES}\s+(?<rest>\S.*)$`,
  // Columns: name, clock, text
  String.raw`^${WORD_NAME}\t\s*${TIMES}\s*\t\s*(?<rest>.*)$`,
  // 0:12 | Name, with text on the next line
  String.raw`^${TIMES}\s*\|\s*(?<name>\S.{0,100})$`,
  // 00:00:12 Name: text, and 3:12 PM Name: text
  String.raw`^${TIMES}${HALF}:?\s+(?:-\s+)?(?<rest>.*)$`,
  // Name 0:12, with text on the next line, as in the Word download of Teams, and Name 0:12: text
  String.raw`^(?<name>\p{L}[^:[\](){}]{0,63}?)\s{1,}${TIMES}\s*(?::\s+(?<rest>.*))?$`,
].map((pattern) => new RegExp(pattern, 'u'))
