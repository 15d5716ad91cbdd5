import type { Sample } from './sample.ts'
import { cue, label, lines, quoted } from './text-parts.ts'
import { allWords, turnEnd, turnStart, turnText } from './truth.ts'

type LocalWords = (minutes: number, seconds: number) => Readonly<Record<'length' | 'started' | 'stopped', string>>

const localTeamsDocument = (language: string, kind: string, day: string, words: LocalWords): Sample => ({
  id: `teams-document-${language}`,
  form: 'teams-text',
  source: 'the Word download of Microsoft Teams with its words in another language',
  speakers: 'names',
  times: 'start',
  precision: 1,
  namesContinue: true,
  head: ['title', 'durationSeconds'],
  write(truth, pen) {
    const { length, started, stopped } = words(Math.floor(truth.durationSeconds / 60), truth.durationSeconds % 60)
    const who = truth.people[0]?.name ?? 'Someone'
    const turns = lines(
      truth,
      (turn, name) => `${name === '' ? '' : `${name}   ${pen.shortClock(turnStart(turn))}\n`}${turnText(turn)}`,
    )
    return `${truth.title}-20260317_093000-${kind}\n${day}\n${length}\n${who}${started}\n${turns}\n${who}${stopped}\n`
  },
})

export const TEXT_SAMPLES_2: readonly Sample[] = [
  {
    id: 'clock-parentheses',
    form: 'clock-lines',
    source: 'convention of transcription services',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) => `(${pen.shortClock(turnStart(turn)).padStart(5, '0')}) ${name}\n${turnText(turn)}\n`,
      ),
  },
  {
    id: 'clock-plain',
    form: 'clock-lines',
    source: 'convention of transcription services',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) =>
      lines(truth, (turn, name) => `${pen.clock(turnStart(turn), 0)} ${label(name)}${turnText(turn)}`),
  },
  {
    id: 'teams-word-text',
    form: 'otter',
    source: 'Word download of Microsoft Teams, as text',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) => `${name === '' ? '' : `${name}   ${pen.shortClock(turnStart(turn))}\n`}${turnText(turn)}`,
      ),
    people: 2,
  },
  {
    id: 'meet-document',
    form: 'meet-document',
    source: 'public texts with “Meeting ended after 00:”',
    speakers: 'names',
    times: 'some',
    precision: 2,
    namesContinue: true,
    head: ['title', 'startedAt', 'durationSeconds', 'parties'],
    write: (truth, pen) =>
      `${truth.title} (${truth.startedAt.slice(0, 10)} ${truth.startedAt.slice(11, 16)} GMT+0) - Transcript\nAttendees\n${truth.people.flatMap((person) => person.name ?? []).join(', ')}\nTranscript\n\n${pen.clock(Math.floor(turnStart(truth.turns[0] ?? { person: 0, sentences: [] })), 0)}\n\n${lines(truth, (turn, name) => `${label(name)}${turnText(turn)}\n`)}\nMeeting ended after ${pen.clock(truth.durationSeconds, 0)} 👋\n\nThis editable transcript was computer generated and might contain errors.\n`,
  },
  {
    id: 'jigasi-text',
    form: 'jigasi-text',
    source: 'jitsi/jigasi src/main/java/org/jitsi/jigasi/transcription/LocalTxtTranscriptHandler.java',
    speakers: 'names',
    times: 'start',
    precision: 1,
    zeroIsFirst: true,
    head: ['title'],
    write: (truth, pen) =>
      `Transcript of conference held at Mar 17, 2026 in room ${truth.title}\nInitial people present at 9:30:00 AM:\n\n\tNora\n\nTranscript, started at 9:30:00 AM:\n${'_'.repeat(80)}\n<${pen.iso(0.4).slice(11, 19)}> Jin Park joined the conference\n${lines(truth, (turn, name) => `<${pen.iso(turnStart(turn)).slice(11, 19)}> ${name === '' ? 'Unknown' : name}: ${turnText(turn)}`)}\n${'_'.repeat(80)}\nEnd of transcript at Mar 17, 2026 9:31:00 AM\n`,
  },
  {
    id: 'whisper-cpp-csv',
    form: 'whisper-table',
    source: 'ggml-org/whisper.cpp examples/cli/cli.cpp output_csv',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    write: (truth, pen) =>
      `start,end,speaker,text\n${lines(truth, (turn) => `${pen.ms(turnStart(turn))},${pen.ms(turnEnd(turn))},${turn.person},${quoted(turnText(turn))}`)}`,
  },
  {
    id: 'whisper-tsv',
    form: 'whisper-table',
    source: 'openai/whisper whisper/utils.py WriteTSV',
    speakers: 'none',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `start\tend\ttext\n${lines(truth, (turn) => `${pen.ms(turnStart(turn))}\t${pen.ms(turnEnd(turn))}\t${turnText(turn)}`)}`,
  },
  {
    id: 'whisperx-tsv',
    form: 'whisper-table',
    source: 'm-bain/whisperX whisperx/utils.py',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `start\tend\ttext\n${lines(truth, (turn) => `${pen.ms(turnStart(turn))}\t${pen.ms(turnEnd(turn))}\t[SPEAKER_0${turn.person}]: ${turnText(turn)}`)}`,
  },
  {
    id: 'audacity',
    form: 'audacity',
    source: 'm-bain/whisperX whisperx/utils.py WriteAudacity',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn) =>
          `${pen.seconds(turnStart(turn)).toFixed(6)}\t${pen.seconds(turnEnd(turn)).toFixed(6)}\t[[SPEAKER_0${turn.person}]]${turnText(turn)}`,
      ),
  },
  {
    id: 'csv-ms',
    form: 'table',
    source: 'convention',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `speaker,start_ms,end_ms,text\n${lines(truth, (turn, name) => `${name},${pen.ms(turnStart(turn))},${pen.ms(turnEnd(turn))},${quoted(turnText(turn))}`)}`,
  },
  {
    id: 'csv-seconds',
    form: 'table',
    source: 'convention',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `Start (s);End (s);Participant;Message\n${lines(truth, (turn, name) => `${pen.seconds(turnStart(turn))};${pen.seconds(turnEnd(turn))};${name};${quoted(turnText(turn))}`)}`,
  },
  {
    id: 'tsv-clock',
    form: 'table',
    source: 'convention',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) =>
      `Timestamp\tSpeaker\tTranscript\n${lines(truth, (turn, name) => `${pen.clock(turnStart(turn), 0)}\t${name}\t${turnText(turn)}`)}`,
  },
  {
    id: 'markdown-notes',
    form: 'markdown',
    source: 'convention of note takers',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    head: ['title'],
    write: (truth, pen) =>
      `# ${truth.title}\n\n## Summary\n\n- Sixty scanners: agreed\n- Owner: Nora\n\n## Transcript\n\n${lines(truth, (turn, name) => `${name === '' ? '' : `**${name}** [${pen.clock(turnStart(turn), 0)}]: `}${turnText(turn)}\n`)}\n## Next steps\n\nSend the offer: today\n`,
  },
  {
    id: 'nemo-text',
    form: 'nemo-text',
    source: 'NVIDIA/NeMo examples/speaker_tasks/diarization/README.md',
    speakers: 'voices',
    times: 'both',
    precision: 0.01,
    write: (truth, pen) =>
      lines(
        truth,
        (turn) =>
          `[${pen.clock(turnStart(turn), 2).slice(3)} - ${pen.clock(turnEnd(turn), 2).slice(3)}] speaker_${turn.person}: ${turnText(turn)}`,
      ),
  },
  {
    id: 'whisper-console',
    form: 'whisper-console',
    source: 'openai/whisper whisper/transcribe.py; ggml-org/whisper.cpp',
    speakers: 'none',
    times: 'both',
    write: (truth, pen) => lines(truth, (turn) => `[${cue(pen, turn)}]   ${turnText(turn)}`),
  },
  {
    id: 'ctm',
    form: 'ctm',
    source: 'usnistgov/SCTK doc/infmts.htm',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    people: 2,
    head: ['externalId'],
    write: (truth, pen) =>
      `;; words\n${allWords(truth)
        .map(
          (word) =>
            `${truth.id} ${'AB'[word.person]} ${pen.seconds(word.start)} ${pen.seconds(Math.round((word.end - word.start) * 1000) / 1000)} ${word.text} 0.95`,
        )
        .join('\n')}\n`,
  },
  {
    id: 'stm',
    form: 'stm',
    source: 'usnistgov/SCTK doc/infmts.htm',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) =>
      `;; segments\n${lines(truth, (turn) => `${truth.id} 1 speaker_${turn.person} ${pen.seconds(turnStart(turn)).toFixed(3)} ${pen.seconds(turnEnd(turn)).toFixed(3)} <o,f0,unknown> ${turnText(turn)}`)}\n`,
  },
  {
    id: 'whatsapp-android',
    form: 'whatsapp',
    source: 'Pustur/whatsapp-chat-parser src/parser.ts',
    speakers: 'names',
    times: 'start',
    precision: 60,
    zeroIsFirst: true,
    write: (truth, pen) =>
      `17/03/2026, 09:00 - Messages and calls are end-to-end encrypted.\n${lines(truth, (turn, name) => `17/03/2026, ${pen.iso(turnStart(turn)).slice(11, 16)} - ${name === '' ? '+1 555 0100' : name}: ${turnText(turn)}`)}\n`,
  },
  {
    id: 'whatsapp-ios',
    form: 'whatsapp',
    source: 'Pustur/whatsapp-chat-parser src/parser.ts',
    speakers: 'names',
    times: 'start',
    precision: 1,
    zeroIsFirst: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name, i) =>
          `${i === 0 ? '\u200e' : ''}[3/17/26, ${pen.iso(turnStart(turn)).slice(12, 19)} AM] ${name === '' ? '+1 555 0100' : name}: ${turnText(turn)}`,
      ),
  },
  {
    id: 'teams-document',
    form: 'teams-text',
    source: 'public texts with “started transcription” of the Word download of Microsoft Teams',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    head: ['title', 'durationSeconds'],
    write: (truth, pen) =>
      `${truth.title}-20260317_093000-Meeting Transcript\n17 March 2026, 09:30am\n${Math.floor(truth.durationSeconds / 60)}m ${truth.durationSeconds % 60}s\n${truth.people[0]?.name ?? 'Someone'} started transcription\n${lines(truth, (turn, name) => `${name === '' ? '' : `${name}   ${pen.shortClock(turnStart(turn))}\n`}${turnText(turn)}`)}\n${truth.people[0]?.name ?? 'Someone'} stopped transcription\n`,
  },
  localTeamsDocument('german', 'Besprechungstranskript', '17. März 2026, 09:30', (minutes, seconds) => ({
    ...{ length: `${minutes} Min. ${seconds} Sek.` },
    ...{ started: ' hat die Transkription gestartet', stopped: ' hat die Transkription beendet' },
  })),
  localTeamsDocument('japanese', '会議の文字起こし', '2026年3月17日 9:30', (minutes, seconds) => ({
    ...{ length: `${minutes} 分 ${seconds} 秒` },
    ...{ started: ' が文字起こしを開始しました', stopped: ' が文字起こしを停止しました' },
  })),
  {
    id: 'fathom-text',
    form: 'fathom-text',
    source: 'public texts with “VIEW RECORDING - ” of Fathom',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    head: ['title'],
    write: (truth, pen) =>
      `${truth.title}\nVIEW RECORDING - 1 mins (No highlights): https://fathom.video/calls/1\n\n---\n\n${lines(truth, (turn, name) => `${name === '' ? '' : `${pen.shortClock(turnStart(turn))} - ${name}${turn.person === 1 ? ' (Buyer Ltd)' : ''}\n`}  ${turnText(turn)}\n`)}\n  ACTION ITEM: Send the offer - WATCH: https://fathom.video/calls/1?timestamp=60\n`,
  },
  {
    id: 'clock-bar',
    form: 'clock-lines',
    source: 'convention of downloads with a heading “Transcript” and `0:05 | Name`',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      `${truth.title}\nRecorded on Mar 17, 2026 via Zoom, 1m\n\nParticipants\n\nVENDOR\n  Nora Lindqvist, Account Executive\n\nTranscript\n\n${lines(truth, (turn, name) => `${name === '' ? '' : `${pen.shortClock(turnStart(turn))} | ${name}\n`}${turnText(turn)}\n`)}`,
  },
  {
    id: 'meet-gemini-notes',
    form: 'meet-document',
    source: 'public texts with “Transcription ended after 00:” and notes of Gemini',
    speakers: 'names',
    times: 'some',
    precision: 2,
    namesContinue: true,
    head: ['title', 'durationSeconds'],
    write: (truth, pen) =>
      `📝 Notes\nMar 17, 2026\n${truth.title}\nInvited ${truth.people.flatMap((person) => person.name ?? []).join(' ')}\n\nSummary\nNora: the price was discussed (00:00:53).\n\n📖 Transcript\nMar 17, 2026\n${truth.title} - Transcript\n${pen.clock(Math.floor(turnStart(truth.turns[0] ?? { person: 0, sentences: [] })), 0)}\n \n${lines(truth, (turn, name) => `${label(name)}${turnText(turn)}`)}\n \nTranscription ended after ${pen.clock(truth.durationSeconds, 0)}\n\nThis editable transcript was computer generated and might contain errors.\n`,
  },
  {
    id: 'clock-blocks-labels',
    form: 'clock-blocks',
    source: 'convention of transcription services: time, then name and text',
    speakers: 'names',
    times: 'both',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) =>
          `${pen.clock(turnStart(turn), 0)} - ${pen.clock(turnEnd(turn), 0)}\n${label(name)}${turnText(turn)}\n`,
      ),
  },
  {
    id: 'clock-blocks-names',
    form: 'clock-blocks',
    source: 'convention of note takers: name, time, and text on lines of their own',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) => `${name === '' ? '' : `${name}\n[${pen.clock(turnStart(turn), 0)}]\n`}${turnText(turn)}\n`,
      ),
  },
  {
    id: 'clock-blocks-captions',
    form: 'clock-blocks',
    source: 'captions of a video copied from its page',
    speakers: 'none',
    times: 'start',
    precision: 1,
    write: (truth, pen) => lines(truth, (turn) => `${pen.shortClock(turnStart(turn))}\n${turnText(turn)}`),
  },
  {
    id: 'clock-range',
    form: 'clock-lines',
    source: 'convention of transcription services: name, range of times, text',
    speakers: 'names',
    times: 'both',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) =>
          `${name === '' ? '' : `${name} (${pen.shortClock(turnStart(turn))} - ${pen.shortClock(turnEnd(turn))}): `}${turnText(turn)}`,
      ),
  },
  {
    id: 'clock-columns',
    form: 'clock-lines',
    source: 'convention of columns without a header: time, name, text',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(truth, (turn, name) =>
        name === '' ? turnText(turn) : `${pen.shortClock(turnStart(turn))}\t${name}\t${turnText(turn)}`,
      ),
  },
  {
    id: 'clock-time-of-day',
    form: 'clock-lines',
    source: 'convention of chats and meeting notes: time of day, name and text',
    speakers: 'names',
    times: 'start',
    precision: 60,
    zeroIsFirst: true,
    namesContinue: true,
    write: (truth, pen) =>
      lines(truth, (turn, name) =>
        name === '' ? turnText(turn) : `${pen.iso(turnStart(turn)).slice(12, 16)} AM ${name}: ${turnText(turn)}`,
      ),
  },
  {
    id: 'name-lines-list',
    form: 'text',
    source: 'convention of notes: a list of turns with bold names',
    speakers: 'names',
    times: 'none',
    namesContinue: true,
    write: (truth) => lines(truth, (turn, name) => `- ${name === '' ? '' : `**${name}:** `}${turnText(turn)}`),
  },
]
