/** Cookie with the language that somebody chose in this browser. A language that is stored with the user replaces it. */
export const LANGUAGE_COOKIE = 'parley_language'
