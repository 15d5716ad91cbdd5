/** Document IDs of calls and knowledge base sources, for connectors of assistant clients. */
import { conversationPage, knowledgePage } from '../../../core/app-links.ts'

export type DocumentKind = 'call' | 'source'

export interface DocumentId {
  readonly kind: DocumentKind
  readonly id: string
}

export const printDocumentId = ({ kind, id }: DocumentId): string => `${kind}:${id}`

export function readDocumentId(text: string): DocumentId | undefined {
  const [, kind, id] = /^(call|source):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.exec(text) ?? []
  return kind === undefined || id === undefined
    ? undefined
    : { kind: kind.toLowerCase() as DocumentKind, id: id.toLowerCase() }
}

/** Page of a document in the app, for people: assistants show it as the source of what they say. */
export const documentUrl = (publicUrl: string, { kind, id }: DocumentId): string =>
  kind === 'call' ? conversationPage(publicUrl, id) : knowledgePage(publicUrl, id)
