/**
 * Speaker names: suggests who the speakers are whom a recorder calls `Speaker 1`, from what people say to each other.
 *
 * A **cue** is a line that names a speaker. It is an introduction ("This is Dana from Parley"), a handover ("Over to you,
 * Dana"), thanks ("Thanks, Dana"), an address, or a mention just before the person speaks. Cues for a known participant count more
 * than those for a name that only the call contains. English only. Pure functions.
 */

export { matchName } from './known-names.ts'
export { CUE_KINDS, type SpeakerNameSuggestion } from './model.ts'
export { speakerNamesTask, suggestSpeakerNames, suggestTranscriptSpeakers } from './suggest-names.ts'
export { isUnnamedSpeaker } from './unnamed-speakers.ts'
