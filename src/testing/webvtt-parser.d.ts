/** Parser and validator of the W3C, which has no types. A CommonJS module, whose names Node.js cannot see before it runs. */
declare module 'webvtt-parser' {
  class WebVTTParser {
    parse(text: string, mode: 'subtitles' | 'captions' | 'chapters' | 'metadata'): { errors: { message: string }[] }
  }
  const parsers: { readonly WebVTTParser: typeof WebVTTParser }
  export = parsers
}
