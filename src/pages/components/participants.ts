/** Participants as text in a form, one per line. */

/** Participant as operations accept it. */
export interface ParticipantLine {
  readonly name?: string
  readonly email?: string
}

/** Parses lines such as `Ann Smith <ann@customer.example>`, `ann@customer.example` or `Ann Smith`. */
export function parseParticipants(text: string): ParticipantLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', email = ''] = /^([^<>]*)<([^<>]*)>$/.exec(line) ?? []
      if (email === '') return line.includes('@') ? { email: line } : { name: line }
      return name.trim() === '' ? { email: email.trim() } : { name: name.trim(), email: email.trim() }
    })
}

/** Lines that `parseParticipants` reads. */
export const formatParticipants = (
  people: readonly { readonly name: string | null; readonly email: string | null }[],
): string =>
  people
    .map(({ name, email }) => (email === null ? (name ?? '') : name === null ? email : `${name} <${email}>`))
    .filter((line) => line !== '')
    .join('\n')
