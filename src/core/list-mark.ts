/** Written lists begin their lines with a mark; quoted by itself such a line is a sentence like others. */
const MARK = /^[-*•] +/

export const withoutListMark = (line: string): string => line.replace(MARK, '')
