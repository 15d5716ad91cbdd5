declare module '../../core/db.ts' {
  interface Tables {
    kept_answers: {
      organization_id: string
      caller: string
      key: string
      fingerprint: string
      answer: Buffer
      kept_at: Instant
    }
  }
}

export type {}
