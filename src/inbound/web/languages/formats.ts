/** Numbers, dates and lists in the language of the request, for pages. */
export * from '../../../core/languages/formats.ts'
