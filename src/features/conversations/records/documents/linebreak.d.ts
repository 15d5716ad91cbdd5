/** The package has no types. */
declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string)
    /** @returns null after the last break. Positions are in UTF-16 units */
    nextBreak(): { readonly position: number } | null
  }
  export = LineBreaker
}
