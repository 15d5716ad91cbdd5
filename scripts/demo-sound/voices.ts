/** Voices of the speakers in the recordings of the demo. A speaker has the same voice in all calls. */

export interface Voice {
  /** Voice of flite, learned from recordings of one person in the database CMU ARCTIC. */
  readonly name: 'slt' | 'rms' | 'awb'
  /** Factor of pitch and formants. Two people with the same flite voice differ by it. */
  readonly pitch: number
  /** Factor of the length of each sound. Above 1 is slower. */
  readonly pace: number
}

export const VOICES: Readonly<Record<string, Voice>> = {
  'Lena Sorokin': { name: 'slt', pitch: 1, pace: 1.03 },
  'Nadia Brandt': { name: 'slt', pitch: 0.88, pace: 1.08 },
  'Owen Tully': { name: 'awb', pitch: 1, pace: 1.05 },
  'Priya Raman': { name: 'slt', pitch: 1, pace: 1.05 },
  'Hana Ito': { name: 'slt', pitch: 0.88, pace: 1.05 },
  'Colin Drexler': { name: 'rms', pitch: 0.97, pace: 1 },
  'Samir Haddad': { name: 'rms', pitch: 1.05, pace: 0.97 },
  'Ravi Menon': { name: 'awb', pitch: 1.02, pace: 1.03 },
  'Karin Vos': { name: 'slt', pitch: 0.88, pace: 1.05 },
  'Jonas Ekberg': { name: 'rms', pitch: 1, pace: 0.97 },
  'Elaine Prokop': { name: 'slt', pitch: 1, pace: 1.1 },
}
