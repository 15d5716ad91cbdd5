/** Document IDs of calls and knowledge base sources, for connectors of assistant clients. */
const KINDS = { call: 'conversations', source: 'knowledge-base/sources' } as const
export type DocumentKind = keyof typeof KINDS

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

/** URL of the REST resource, which requires an API key. */
export const documentUrl = (publicUrl: string, { kind, id }: DocumentId): string =>
  `${publicUrl}/v2/${KINDS[kind]}/${id}`
