/**
 * Three real calls, against figures that were worked out by another road: a program that marks every millisecond of
 * speech, with the answers to questions read by a person.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { realData } from '../../../testing/real-data.ts'
import { readTranscripts } from '../../text/transcripts/index.ts'
import { computeStatistics } from './statistics.ts'

const CALLS = [
  {
    file: 'zoom/meetings.jsonl',
    id: 'zoom-acdt-2026-06-22_084',
    whole: {
      ...{ words: 1_589, duration: 990.369, speakerSwitches: 48, interactivity: 2.91 },
      ...{ silence: 305.014, silenceShare: 0.308, longestSilence: 42.231, questionsAsked: 28, interruptions: null },
      longestMonologue: { speaker: 'Dustin', firstSegment: 45, lastSegment: 62, duration: 153.06, words: 354 },
    },
    speakers: [
      ['Justin Traglia', 569, 224.946, 0.348, 151.8, 22],
      ['Dustin', 363, 151.122, 0.2338, 144.1, 4],
      ['Barnabas', 302, 112.836, 0.1746, 160.6, 12],
    ],
  },
  {
    file: 'earnings21/calls.jsonl',
    id: 'earnings21-4366522',
    whole: {
      ...{ words: 4_158, duration: 1_815.604, speakerSwitches: 21, interactivity: 0.69 },
      ...{ silence: 40.551, silenceShare: 0.0223, longestSilence: 6.345, questionsAsked: 11 },
      // All but one that a speaker puts to himself.
      questionsAnswered: 10,
      longestMonologue: { speaker: 'Dr. Todd Brady', firstSegment: 2, lastSegment: 2, duration: 552.302, words: 1_138 },
    },
    speakers: [
      ['Dr. Todd Brady', 2_901, 1_293.809, 0.7294, 134.5, 9],
      ['Mr. Joshua Reed', 616, 285.103, 0.1607, 129.6, 2],
      ['Justin Kim', 283, 82.182, 0.0463, 206.6, 5],
    ],
  },
  {
    file: 'earnings21/calls.jsonl',
    id: 'earnings21-4320211',
    whole: {
      ...{ words: 8_706, duration: 3_280.188, speakerSwitches: 70, interactivity: 1.28 },
      ...{ silence: 82.265, silenceShare: 0.0251, longestSilence: 8.657, questionsAsked: 22 },
      longestMonologue: { speaker: 'Brett Ponton', firstSegment: 2, lastSegment: 2, duration: 824.85, words: 2_110 },
    },
    speakers: [
      ['Brett Ponton', 4_613, 1_696.804, 0.5321, 163.1, 24],
      ["Brian D'Ambrosia", 2_223, 884.02, 0.2772, 150.9, 9],
      ['Maureen Mulholland', 244, 101.385, 0.0318, 144.4, 2],
    ],
  },
] as const

describe.skipIf(realData === undefined)('real calls (skipped where PARLEY_DATA is absent)', () => {
  it.each(CALLS)('$id', ({ file, id, whole, speakers }) => {
    const line = readFileSync(`${realData}/${file}`, 'utf8')
      .split('\n')
      .find((one) => one.includes(`"${id}"`))
    const [outcome] = [...readTranscripts(`${line}\n`, { fileName: file })]
    if (outcome === undefined || 'fault' in outcome) throw outcome?.fault ?? new Error('no call')
    const told = computeStatistics(outcome.document.segments)
    expect(told).toMatchObject(whole)
    for (const [name, words, talkTime, talkShare, wordsPerMinute, turns] of speakers) {
      expect(told?.speakers.find((one) => one.name === name)).toMatchObject({
        ...{ words, talkTime, talkShare, wordsPerMinute, turns },
      })
    }
  })
})
