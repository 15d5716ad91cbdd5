/** Sides of speakers that a transcript names by their role, as contact centers and chats do. */

const EXTERNAL =
  /^(?:the )?(?:customers?|clients?|callers?|prospects?|buyers?|guests?|patients?|visitors?|leads?|consumers?)(?: ?#?\d+)?$/i
const INTERNAL =
  /^(?:the )?(?:(?:service|support|sales|virtual|customer service|call cent(?:er|re)) )?(?:agents?|reps?|representatives?|advisors?|advisers?|sellers?|salespersons?|operators?|bots?|assistants?|technicians?)(?: ?#?\d+)?$/i

/** @returns whether the role is of our own side. Null if the name isn't a role of one side. */
export function readSideOfRole(name: string): boolean | null {
  const role = name.trim()
  return EXTERNAL.test(role) ? false : INTERNAL.test(role) ? true : null
}
