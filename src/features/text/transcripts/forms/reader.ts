/** Everything that the reader of a JSON form needs. */
export { createDraft, type Draft, type Head } from './draft.ts'
export type { JsonForm, JsonPart } from './form.ts'
export { asArray, asObject, isObject, type JsonObject, member } from './json-value.ts'
export { toLanguage } from './languages.ts'
export * from './members.ts'
export { addTokens, joinSubwords, type Token } from './tokens.ts'
export * from './voices.ts'
