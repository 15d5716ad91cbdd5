/** Requests to write a text, such as a follow-up email. */
import type { KindRow } from './kind-row.ts'

const TEXTS = `email|emails|mail|message|messages|reply|response|letter|note|proposal|pitch|script|post|agenda|template|invitation|invite|newsletter|article|memo|dm|text|followup`

export const WRITING_KINDS = {
  draft: {
    patterns: [
      `^draft|write|compose|rewrite|reword|formulate|generate|create|make|prepare|send|type ${TEXTS}`,
      `^help|want|need|should draft|write|compose|rewrite|reword|formulate ${TEXTS}`,
      '^followup email|mail|message|note|letter',
      '^email|mail|message to|for',
      `^draft|write|compose ${TEXTS}|something|back|them|him|her`,
    ],
    also: `draft write compose rewrite reword formulate generate create make prepare send type help want need should email emails mail message
      messages reply response letter note proposal pitch script post agenda template invitation invite newsletter article memo dm text
      followup short brief friendly polite formal professional nice warm thank recap summary summarizing
      summarizes reminding discussed customer client prospect next steps step action actions items promises promised
      decisions points after last latest recent yesterday today new slack linkedin teams sms back`,
    rest: 'none',
  },
} as const satisfies Readonly<Record<string, KindRow>>
