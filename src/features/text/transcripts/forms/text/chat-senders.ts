/** Names in headers of chats that Zoom saves: `From Ann Lee to Everyone`. */

/** “From” and “to” in the languages of Zoom. */
const HEADER =
  /^(?:From|Von|De|Da|Van|Från|Fra|Od)\s+(\S.{0,200}?)(?:\s+(?:to|an|à|a|para|aan|naar|till|til|do)\s+(\S.{0,200}?))?(?:\s*\([^()]{1,60}\))?$/
const MESSAGES_MIN = 2

/** Converts names if all of them are headers of a chat with the same first word. Otherwise returns them unchanged. */
export function findSenders(names: readonly string[]): (name: string) => string {
  const found = names.filter((name) => name !== '')
  const first = new Set(found.map((name) => name.split(/\s/, 1)[0]))
  const isChat =
    found.length >= MESSAGES_MIN &&
    first.size === 1 &&
    found.every((name) => HEADER.test(name)) &&
    (first.has('From') || found.every((name) => HEADER.exec(name)?.[2] !== undefined))
  return isChat ? (name) => HEADER.exec(name)?.[1] ?? name : (name) => name
}
