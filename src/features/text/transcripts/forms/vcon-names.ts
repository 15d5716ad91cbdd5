/** Names in vCon exports of Parley, shared by writer and reader. */
export const PARLEY_VENDOR = 'Parley'
export const PARLEY_SCHEMA = { V1: 'parley-transcript-v1', V2: 'parley-transcript-v2' } as const
/** Attachment `purpose` of the attributes of a conversation. */
export const PARLEY_PURPOSE = 'parley-conversation'
