/** Errors of RFC 7644, section 3.12. Each code is converted to the `scimType` with the same name. */
import { AppError, conflict } from '../../../../core/errors.ts'

const refusal = (code: string, title: string) => (detail: string, pointer: string) =>
  new AppError('invalid', code, title, [{ pointer, detail }])

const syntax = refusal('invalid_syntax', 'Invalid syntax')
const filter = refusal('invalid_filter', 'Invalid filter')
const path = refusal('invalid_path', 'Invalid path')
const value = refusal('invalid_value', 'Invalid value')
const target = refusal('no_target', 'No target')
const fixed = refusal('mutability', 'Not changeable')
const many = refusal('too_many', 'Too many')

/** The body doesn't have the structure of the expected message. */
export const invalidSyntax = (detail: string, pointer = '') => syntax(detail, pointer)
export const invalidFilter = (detail: string) => filter(detail, '/query/filter')
export const invalidPath = (detail: string, pointer = '') => path(detail, pointer)
export const invalidValue = (detail: string, pointer = '') => value(detail, pointer)
/** The path matches nothing that the operation can change. */
export const noTarget = (detail: string, pointer = '') => target(detail, pointer)
/** The attribute is read-only, or it's required and can't be removed. */
export const mutability = (detail: string, pointer = '') => fixed(detail, pointer)
/** The request would scan more resources than the limit. */
export const tooMany = (detail: string) => many(detail, '/query/filter')
export const uniqueness = (detail: string, pointer: string) => conflict('uniqueness', detail, pointer)

/** The resource has a different version (RFC 7644, section 3.14). */
export const otherVersion = () =>
  new AppError('precondition_failed', 'version_changed', 'Precondition failed', [
    {
      pointer: '/header/If-Match',
      detail: 'The resource has changed. Read it again, then retry with its current version.',
    },
  ])
