/** Addresses of pages of the app, for people who read what an assistant or a program found. */

/**
 * Page of a conversation, at a time in seconds if the recording has one, else at a segment of the transcript.
 * @param segment index from 0
 */
export const conversationPage = (
  publicUrl: string,
  id: string,
  start?: number | null,
  segment?: number | null,
): string => `${publicUrl}/conversations/${id}${toFragment(start ?? undefined, segment ?? undefined)}`

/** Seconds with at most one decimal, which is more precise than a person can click. */
const toFragment = (start: number | undefined, segment: number | undefined): string =>
  start !== undefined ? `#t=${Math.floor(start * 10) / 10}` : segment !== undefined ? `#s${segment}` : ''

/** Page of a document in the knowledge base. */
export const knowledgePage = (publicUrl: string, id: string): string => `${publicUrl}/knowledge/${id}`
