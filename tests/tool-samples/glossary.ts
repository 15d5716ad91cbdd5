import type { ToolSamplesOf } from './sample.ts'

export const glossaryToolSamples: ToolSamplesOf = (_, { createGlossaryTerm }) => ({
  set_glossary_term: { args: { ...(createGlossaryTerm?.body as object) } },
})
