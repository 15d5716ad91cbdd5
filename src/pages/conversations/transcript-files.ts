/** Extensions of the transcript files that Parley reads, for the `accept` attribute of file fields. */
export const TRANSCRIPT_FILES =
  '.vtt,.srt,.sbv,.ass,.ssa,.lrc,.smi,.sub,.ttml,.dfxp,.xml,.html,.txt,.md,.docx,.csv,.tsv,.ctm,.stm,.json,.jsonl,.vcon'
