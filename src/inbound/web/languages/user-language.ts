/** Language of a signed-in user: the stored one in every browser. */
import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '../../../core/languages/current.ts'
import type { SignedInSession } from '../../../core/signed-in-user.ts'
import type { Cookies } from '../cookies.ts'
import { LANGUAGE_COOKIE } from './cookie.ts'

export interface LanguageStore {
  /** Stores the language in which the app is shown to a user without a choice. */
  readonly setBrowserLanguage: (user: SignedInSession, language: Language) => Promise<void>
  /** Stores a language that was chosen before the sign-in, unless one is stored. */
  readonly adoptLanguage: (user: SignedInSession, language: Language) => Promise<void>
}

/**
 * Stores the language of a user without a choice. The cookie has a language that somebody chose in this browser before the
 * sign-in, so it becomes the choice of the user. Without a cookie, the language of the browser is stored for emails.
 */
export async function storeLanguage(
  request: FastifyRequest,
  user: SignedInSession,
  cookies: Pick<Cookies, 'get'>,
  store: LanguageStore,
): Promise<void> {
  if (user.language !== undefined) return
  const chosen = cookies.get(request, LANGUAGE_COOKIE)
  if (isLanguage(chosen)) return store.adoptLanguage(user, chosen)
  const { language } = request
  if (isLanguage(language) && language !== user.browserLanguage) await store.setBrowserLanguage(user, language)
}
