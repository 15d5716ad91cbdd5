/** Refusals in the words of RFC 7644, section 3.12. Each code here becomes the `scimType` of the same name. */
import { AppError, conflict } from '../../../core/errors.ts'

const refusal = (code: string, title: string) => (detail: string, pointer: string) =>
  new AppError('invalid', code, title, [{ pointer, detail }])

const syntax = refusal('invalid_syntax', 'Invalid syntax')
const filter = refusal('invalid_filter', 'Invalid filter')
const path = refusal('invalid_path', 'Invalid path')
const value = refusal('invalid_value', 'Invalid value')
const target = refusal('no_target', 'No target')
const fixed = refusal('mutability', 'Not to be changed')
const many = refusal('too_many', 'Too many')

/** The body has not the form of the message it should be. */
export const invalidSyntax = (detail: string, pointer = '') => syntax(detail, pointer)
export const invalidFilter = (detail: string) => filter(detail, '/query/filter')
export const invalidPath = (detail: string, pointer = '') => path(detail, pointer)
export const invalidValue = (detail: string, pointer = '') => value(detail, pointer)
/** The path names nothing that the operation could be done to. */
export const noTarget = (detail: string, pointer = '') => target(detail, pointer)
/** The attribute is read-only, or required and to be removed. */
export const mutability = (detail: string, pointer = '') => fixed(detail, pointer)
/** More would have to be looked through than this service does for one request. */
export const tooMany = (detail: string) => many(detail, '/query/filter')
export const uniqueness = (detail: string, pointer: string) => conflict('uniqueness', detail, pointer)

/** RFC 7644, section 3.14: the thing has another version by now. */
export const otherVersion = () =>
  new AppError('precondition_failed', 'version_changed', 'Precondition failed', [
    { pointer: '/header/If-Match', detail: 'The resource has another version by now.' },
  ])
