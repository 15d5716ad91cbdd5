/** Errors of pages and their forms. */

import { invalid, notFound } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'

/** Throws a 404 error, for pages whose path contains an unknown ID. @throws AppError */
export const throwNotFound = (): never => {
  throw notFound('page', '/path')
}

/** Error for a form whose value isn't among the choices that the page offers. */
export const notAsSent = (field: string) =>
  invalid({
    pointer: `/${field}`,
    detail: String(
      t`\`${field}\` has a value that the form doesn't offer. Open the page again and select one of the choices.`,
    ),
  })
