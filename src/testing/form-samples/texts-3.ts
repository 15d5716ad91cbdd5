import type { Sample } from './sample.ts'
import { cue, escapeXml, label, lines, quoted } from './text-parts.ts'
import { type Turn, turnEnd, turnStart, turnText, turnWords } from './truth.ts'

type SampleParts = Pick<Sample, 'id' | 'form' | 'source' | 'write'> & Partial<Sample>

const captions = (parts: SampleParts): Sample => ({ speakers: 'none', times: 'both', ...parts })
const named = (parts: SampleParts): Sample => ({ speakers: 'names', times: 'start', precision: 1, ...parts })

/** Captions that show the line before above the new one, and each finished line once more for a hundredth of a second. */
function roll(
  turns: readonly Turn[],
  write: (turn: Turn, shown: readonly string[], isEcho: boolean) => string,
): string {
  return turns
    .flatMap((turn, i) => {
      const before = turns[i - 1]
      const shown = [...(before === undefined ? [] : [turnText(before)])]
      return [write(turn, shown, false), write(turn, [], true)]
    })
    .join('\n')
}

/** Span of 10 ms after a turn. */
const echo = (turn: Turn): Turn => {
  const end = turnEnd(turn)
  return { ...turn, sentences: [{ text: turnText(turn), start: end, end: end + 0.01 }] }
}

export const TEXT_SAMPLES_3: readonly Sample[] = [
  captions({
    id: 'webvtt-youtube-rolling',
    form: 'webvtt',
    source: 'automatic captions of YouTube as yt-dlp stores them; glut23/webvtt-py tests/samples/youtube_dl.vtt',
    head: ['language'],
    write: (truth, pen) =>
      `WEBVTT\nKind: captions\nLanguage: en\n\n${roll(truth.turns, (turn, shown, isEcho) => {
        if (isEcho) return `${cue(pen, echo(turn))} align:start position:0%\n${escapeXml(turnText(turn))}\n \n`
        const words = turnWords(turn).map((word, i) =>
          i === 0 ? escapeXml(word.text) : `<${pen.clock(word.start)}><c> ${escapeXml(word.text)}</c>`,
        )
        return `${cue(pen, turn)} align:start position:0%\n${[...(shown.length === 0 ? [' '] : shown.map(escapeXml)), words.join('')].join('\n')}\n`
      })}`,
  }),
  captions({
    id: 'srt-youtube-rolling',
    form: 'srt',
    source: 'the same captions after yt-dlp --convert-subs srt',
    write: (truth, pen) => {
      let number = 0
      return roll(truth.turns, (turn, shown, isEcho) => {
        number++
        const text = [...shown, turnText(turn)].join('\n')
        return isEcho
          ? `${number}\n${cue(pen, echo(turn), ',')}\n${turnText(turn)}\n \n`
          : `${number}\n${cue(pen, turn, ',')}\n${text}\n`
      })
    },
  }),
  captions({
    id: 'srt-overrides',
    form: 'srt',
    source: 'subtitles with positions of SubStation Alpha, as FFmpeg and Aegisub write them',
    write: (truth, pen) =>
      lines(truth, (turn, _, i) => `${i + 1}\n${cue(pen, turn, ',')}\n{\\an8}<i>{\\i1}${turnText(turn)}{\\i0}</i>\n`),
  }),
  {
    id: 'srt-broadcast-names',
    form: 'srt',
    source: 'captions of television: `>> Name: text`, and `>>` alone for a speaker who has no name',
    speakers: 'names',
    times: 'both',
    write: (truth, pen) =>
      lines(truth, (turn, name, i) => `${i + 1}\n${cue(pen, turn, ',')}\n>> ${label(name)}${turnText(turn)}\n`),
  },
  captions({
    id: 'webvtt-broadcast',
    form: 'webvtt',
    source: 'captions of television on YouTube, with escaped signs',
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn) => `${cue(pen, turn)}\n&gt;&gt; ${escapeXml(turnText(turn))}\n`)}`,
  }),
  captions({
    id: 'srt-dashes',
    form: 'srt',
    source: 'subtitles of films: each speaker starts with a dash',
    write: (truth, pen) =>
      lines(truth, (turn, _, i) => `${i + 1}\n${cue(pen, turn, ',')}\n${i % 2 === 0 ? '- ' : '-'}${turnText(turn)}\n`),
  }),
  captions({
    id: 'webvtt-whisperx',
    form: 'webvtt',
    source: 'm-bain/whisperX whisperx/utils.py WriteVTT',
    speakers: 'voices',
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn) => `${cue(pen, turn)}\n[SPEAKER_0${turn.person}]: ${turnText(turn)}\n`)}`,
  }),
  captions({
    id: 'webvtt-stream-clock',
    form: 'webvtt',
    source: 'RFC 8216, section 3.5; captions of an HLS stream with a local clock of an hour',
    speakers: 'names',
    write: (truth, pen) =>
      `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:01:00:00.000,MPEGTS:900000\n\n${lines(truth, (turn, name) => `${pen.clock(turnStart(turn) + 3600)} --> ${pen.clock(turnEnd(turn) + 3600)}\n${name === '' ? '' : `<v ${name}>`}${escapeXml(turnText(turn))}\n`)}`,
  }),
  named({
    id: 'otter-no-names',
    form: 'otter',
    source: 'Otter text export without names of speakers',
    speakers: 'none',
    write: (truth, pen) =>
      `${lines(truth, (turn) => `${pen.shortClock(turnStart(turn))}  \n${turnText(turn)}\n`)}\nTranscribed by https://otter.ai\n`,
  }),
  named({
    id: 'otter-no-times',
    form: 'otter',
    source: 'Otter text export without times',
    times: 'none',
    write: (truth) =>
      `${lines(truth, (turn, name) => `${name === '' ? 'Unknown Speaker' : name}  \n${turnText(turn)}\n`)}\nTranscribed by https://otter.ai\n`,
  }),
  named({
    id: 'otter-joined',
    form: 'otter',
    source: 'Otter text export whose header and words are on one line after copying',
    write: (truth, pen) =>
      `${lines(truth, (turn, name) => `${name === '' ? 'Unknown Speaker' : name}  ${pen.shortClock(turnStart(turn))}  ${turnText(turn)}\n`)}\nTranscribed by https://otter.ai\n`,
  }),
  named({
    id: 'name-blocks',
    form: 'name-blocks',
    source: 'convention of notes: the name on a line of its own, the words below, a blank line after each turn',
    times: 'none',
    write: (truth) => lines(truth, (turn, name) => `${name === '' ? 'Unknown Speaker' : name}\n${turnText(turn)}\n`),
  }),
  named({
    id: 'clock-time-of-day-seconds',
    form: 'clock-lines',
    source: 'convention of minutes and chats: `[14:02:10] Name: text`',
    zeroIsFirst: true,
    write: (truth, pen) =>
      lines(truth, (turn, name) => `[1${pen.iso(turnStart(turn)).slice(12, 19)}] ${label(name)}${turnText(turn)}`),
  }),
  {
    id: 'csv-duration',
    form: 'table',
    source: 'convention of tables with a length instead of an end',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `speaker,start,duration,text\n${lines(truth, (turn, name) => `${name},${pen.seconds(turnStart(turn))},${pen.seconds(Math.round((turnEnd(turn) - turnStart(turn)) * 1000) / 1000)},${quoted(turnText(turn))}`)}`,
  },
  {
    id: 'csv-fractions',
    form: 'table',
    source: 'convention; the header of Whisper with seconds instead of milliseconds',
    speakers: 'names',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `start,end,speaker,text\n${lines(truth, (turn, name) => `${pen.seconds(turnStart(turn)).toFixed(2)},${pen.seconds(turnEnd(turn)).toFixed(2)},${name},${quoted(turnText(turn))}`)}`,
    precision: 0.01,
  },
  {
    id: 'tsv-fractions',
    form: 'table',
    source: 'm-bain/whisperX whisperx/utils.py, with seconds instead of milliseconds',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `start\tend\ttext\n${lines(truth, (turn) => `${pen.seconds(turnStart(turn)).toFixed(3)}\t${pen.seconds(turnEnd(turn)).toFixed(3)}\t[SPEAKER_0${turn.person}]: ${turnText(turn)}`)}`,
  },
  {
    id: 'stm-gaps',
    form: 'stm',
    source: 'usnistgov/SCTK doc/infmts.htm; segments without speech and whole seconds',
    speakers: 'voices',
    times: 'both',
    numeric: true,
    head: ['externalId'],
    write: (truth, pen) =>
      `${truth.id} A inter_segment_gap 0 ${pen.seconds(1)} <o,f0,>\n${lines(truth, (turn) => `${truth.id} A speaker_${turn.person} ${pen.seconds(turnStart(turn))} ${pen.seconds(turnEnd(turn))} <o,f0,male> ${turnText(turn)}\n${truth.id} A inter_segment_gap ${pen.seconds(turnEnd(turn))} ${pen.seconds(turnEnd(turn) + 0.5)} <o,f0,>`)}\n`,
  },
]
