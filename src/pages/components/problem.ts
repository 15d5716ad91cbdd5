/** Errors of the service in a page: in the language of the reader, with fields and values as code. */

import { known } from '../../core/languages/known.ts'
import type { Text } from '../../core/languages/message.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'

/** Text of an error that an operation returned. */
export const problemText = (detail: string): Html => withCode(known(detail))

/** Box of an error outside a form. Forms show theirs by themselves. */
export const problemBox = (words: Text | Html): Html => html`<div class="problem" role="alert"><p>${words}</p></div>`

/** Box of the first error of a form that isn't on the page. */
export const attemptProblem = ({
  problems: [first],
}: {
  readonly problems: readonly [{ readonly detail: string }, ...unknown[]]
}): Html => problemBox(problemText(first.detail))
