/** The words our vCon exports carry, said once for the writer and the reader. */
export const PARLEY_VENDOR = 'Parley'
export const PARLEY_SCHEMA = { V1: 'parley-transcript-v1', V2: 'parley-transcript-v2' } as const
/** Attachment `purpose` under which the attributes of the conversation travel. */
export const PARLEY_PURPOSE = 'parley-conversation'
