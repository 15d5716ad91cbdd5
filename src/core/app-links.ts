/** Addresses of pages of the app, for people who read what an assistant or a program found. */

/** Page of a conversation, at a time in seconds if the recording has one. */
export const conversationPage = (publicUrl: string, id: string, start?: number | null): string =>
  `${publicUrl}/conversations/${id}${start === undefined || start === null ? '' : `#t=${toFragment(start)}`}`

/** Page of a document in the knowledge base. */
export const knowledgePage = (publicUrl: string, id: string): string => `${publicUrl}/knowledge/${id}`

/** Seconds with at most one decimal, which is more precise than a person can click. */
const toFragment = (seconds: number): number => Math.floor(seconds * 10) / 10
