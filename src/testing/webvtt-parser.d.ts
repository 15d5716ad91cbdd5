/** Parser and validator of the W3C, which has no types. */
declare module 'webvtt-parser' {
  export class WebVTTParser {
    parse(text: string, mode: 'subtitles' | 'captions' | 'chapters' | 'metadata'): { errors: { message: string }[] }
  }
}
