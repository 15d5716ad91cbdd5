/**
 * Statistics: how people spoke, whatever they spoke about.
 *
 * A segment is an **utterance**; what one speaker says until another takes over is a **turn**, which a **sound of
 * listening** does not end; a turn without a longer pause is a **monologue**. All figures are made of these, in linear
 * time, by the formulas of docs/statistics.md. A figure whose source is not there is `null`, never a guess.
 *
 * The step stores them where the element of the conversation tells them, as `statistics`.
 */

export { statisticsStep } from './statistics.step.ts'
export { statisticsOf } from './statistics.ts'
