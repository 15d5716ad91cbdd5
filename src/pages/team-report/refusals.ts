/** Validation errors of reports, such as a period that is too long. The same page shows them. */

import { AppError } from '../../core/errors.ts'
import { type Html, html } from '../../inbound/web/html.ts'

export async function catchRefusal<T>(answer: Promise<T>): Promise<T | { refusal: AppError }> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return { refusal: error }
    throw error
  }
}

export const renderProblems = ({ problems }: AppError): Html =>
  html`<div class="problem" role="alert"><ul>${problems.map(({ detail }) => html`<li>${detail}</li>`)}</ul></div>`
