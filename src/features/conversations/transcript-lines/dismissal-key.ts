/** Key of a dismissed suggestion. It is a hash, so that no name outlives the erasure of a person. */
import { createHash } from 'node:crypto'
import { fold } from '../../../core/fold.ts'

export const toDismissalKey = (speaker: string, name: string): string =>
  createHash('sha256')
    .update(`${fold(speaker.trim())}\n${fold(name.trim())}`)
    .digest('base64url')
