import {
  type SegmentPosition,
  parsePositions,
  type SegmentRule,
  parseSegmentRule,
} from './x12-grammar-notation.ts'

// The supported sets of X12 004010, as far as we use them.

/** The functional group ID of each set. */
export const groupOf: ReadonlyMap<string, string> = new Map([
  ['810', 'IN'],
  ['846', 'IB'],
  ['850', 'PO'],
  ['855', 'PR'],
  ['856', 'SH'],
  ['940', 'OW'],
  ['943', 'AR'],
  ['944', 'RE'],
  ['945', 'SW'],
  ['997', 'FA'],
])

const party = (max: number) => `[N1:${max} N2:2 N3:2 N4 REF:12 PER:3]`

const setGrammars: Readonly<Record<string, string>> = {
  '810': `BIG! NTE:100 CUR REF:12 PER:3 [N1:200 N2:2 N3:2 N4 REF:12 PER:3] ITD* DTM:10 FOB
          [IT1:200000 CUR QTY:5 TXI:10 CTP:25 PID* MEA:40 PO4* REF* SAC:25 SDQ:500 DTM:10]
          TDS! TXI:10 CAD AMT* [SAC:25 TXI:10] CTT`,
  '846': `BIA! CUR PER:3 REF:12 ${party(5)}
          [LIN!:10000 PID:200 MEA:100 PKG:25 DTM:10 CTP* REF:12 PER:3
            [QTY:99 UIT SCH:25 MEA:10 LS LDT:12 DTM:10 REF*] [N1:200 N2:2 N3:2 N4 REF:12]]
          CTT`,
  '850': `BEG! CUR REF* PER:3 TAX* FOB* CTP* PAM:10 CSH:5 [SAC:25 CUR] ITD* DIS:20 INC DTM:10
          LDT:12 LIN:5 SI* PID:200 MEA:40 PWK:25 PKG:200 TD1:2 TD5:12 TD3:12 TD4:5 MAN:10 PCT*
          CTB:5 TXI* [N9:1000 DTM* MSG:1000] [N1:200 N2:2 N3:2 N4 NX2* REF:12 PER:3 SI* FOB TD1:2
          TD5:12 TD3:12 TD4:5 PKG:200]
          [PO1!:100000 LIN* SI* CUR CN1 PO3:25 CTP* PAM:10 MEA:40 [PID:1000 MEA:10] PWK:25 PO4*
            REF* PER:3 [SAC:25 CUR CTP] IT8 CSH ITD:2 DIS:20 INC TAX* FOB* SDQ:500 IT3:5 DTM:10
            TC2:2 TD1 TD5:12 TD3:12 TD4:5 PCT* MAN:10 MSG:100 SPI AMT:25 [SCH:200 TD1:2 REF*]
            [N9:1000 DTM* MSG:1000] [N1:200 N2:2 N3:2 N4 REF:12 PER:3]]
          [CTT AMT]`,
  '855': `BAK! CUR REF* PER:3 TAX:3 FOB* ITD:2 DTM:10 ${party(200)}
          [PO1:100000 LIN* CUR PID:1000 REF* PER:3 [ACK:104 DTM] MSG* DTM:10] [CTT AMT]`,
  '856': `BSN! DTM:10 [HL!:200000 LIN SN1 SLN:1000 PRF PO4 PID:200 MEA:40 PWK:25 PKG:25 TD1:20
          TD5:12 TD3:12 TD4:5 TSD REF* PER:3 MAN* DTM:10 FOB PAL [N1:200 N2:2 N3:2 N4 REF:12]]
          CTT`,
  '940': `W05! [N1!:10 N2 N3:2 N4 PER:3] N9:10 G62:10 NTE:9999 W09 W66 W6
          [LX!:9999 MAN:9999 N9:9999 [W01!:9999 G69:5 N9:200 G66:5 N1 G62]] W76`,
  '943': `W06! [N1:10 N2 N3:2 N4 PER:3] N9:15 G62:10 NTE:20 W27:10
          [W04!:9999 G69:5 N9:200 QTY* G62] W03`,
  '944': `W17! [N1:10 N2 N3:2 N4 PER:3] N9:15 G62:10 NTE:9999 W08 W28
          [W07!:9999 G69:5 N9:200 QTY* MEA* W20 [W13:10 N9]] W14`,
  '945': `W06! [N1!:10 N2 N3:2 N4 PER:3] N9:10 G62:10 NTE:20 W27:10 W28 W10 G72
          [LX:9999 MAN:9999 PAL N9:9999 [W12:9999 G69:5 N9:200 QTY* AMT G62 N1 R4]] W03`,
  '997': 'AK1! [AK2:999999 [AK3:999999 AK4:99] AK5!] AK9!',
}

/** The segments of each set between ST and SE, in order. */
export const parsedSetGrammars: ReadonlyMap<string, SegmentPosition[]> = new Map(
  Object.entries(setGrammars).map(([id, text]) => [id, parsePositions(text)]),
)

const product = '235.ID.2-2 234.AN.1-48'

const elements: Readonly<Record<string, string>> = {
  ACK: `!668.ID.2-2 380.R.1-15 355.ID.2-2 374.ID.3-3 373.DT.8-8 326.AN.1-45 (${product})x10 +3`,
  AK1: '!479.ID.2-2 !28.N0.1-9',
  AK2: '!143.ID.3-3 !329.AN.4-9',
  AK3: '!721.ID.2-3 !719.N0.1-6 447.AN.1-6 720.ID.1-3 (720.ID.1-3)x4',
  AK4: '!722.AN.1-6 725.N0.1-4 !723.ID.1-3 724.AN.1-99',
  AK5: '!717.ID.1-1 (718.ID.1-3)x5',
  AK9: '!715.ID.1-1 !97.N0.1-6 !123.N0.1-6 !2.N0.1-6 (716.ID.1-3)x5',
  AMT: '!522.ID.1-3 !782.R.1-18 478.ID.1-1',
  BAK: `!353.ID.2-2 !587.ID.1-2 !324.AN.1-22 !373.DT.8-8 328.AN.1-30 326.AN.1-45 367.AN.1-30
        127.AN.1-30 373.DT.8-8 640.ID.2-2`,
  BEG: '!353.ID.2-2 !92.ID.2-2 !324.AN.1-22 328.AN.1-30 !373.DT.8-8 367.AN.1-30 +6',
  BIA: '!353.ID.2-2 !755.ID.2-2 !127.AN.1-30 !373.DT.8-8 337.TM.4-8 306.ID.1-2',
  BIG: '!373.DT.8-8 !76.AN.1-22 373.DT.8-8 324.AN.1-22 328.AN.1-30 327.AN.1-8 640.ID.2-2 +3',
  BSN: '!353.ID.2-2 !396.AN.2-30 !373.DT.8-8 !337.TM.4-8 1005.ID.4-4 +2',
  CTT: '!354.N0.1-6 347.R.1-10 +5',
  CUR: '!98.ID.2-3 !100.ID.3-3 +19',
  DTM: '!374.ID.3-3 373.DT.8-8 337.TM.4-8 +3 R020305',
  G62: '432.ID.2-2 373.DT.8-8 176.ID.1-2 337.TM.4-8 623.ID.2-2 R0103 P0102 P0304',
  G69: '!369.AN.1-45',
  HL: '!628.AN.1-12 734.AN.1-12 !735.ID.1-2 736.ID.1-1',
  IT1: `350.AN.1-20 358.R.1-10 355.ID.2-2 212.R.1-17 639.ID.2-2 (${product})x10 P020304`,
  ITD: `336.ID.2-2 333.ID.1-2 338.R.1-6 370.DT.8-8 351.N0.1-3 446.DT.8-8 386.N0.1-3 362.N2.1-10
        +7`,
  LIN: `350.AN.1-20 !235.ID.2-2 !234.AN.1-48 (${product})x14`,
  LX: '!554.N0.1-6',
  N1: '!98.ID.2-3 93.AN.1-60 66.ID.1-2 67.AN.2-80 +2 R0203 P0304',
  N2: '!93.AN.1-60 93.AN.1-60',
  N3: '!166.AN.1-55 166.AN.1-55',
  N4: '19.AN.2-30 156.ID.2-2 116.ID.3-15 26.ID.2-3 +2',
  N9: '!128.ID.2-3 127.AN.1-30 369.AN.1-45 373.DT.8-8 337.TM.4-8 +2 R0203',
  NTE: '363.ID.3-3 !352.AN.1-80',
  PER: '!366.ID.2-2 93.AN.1-60 +7',
  PID: '!349.ID.1-1 +7',
  // Quantity, unit and price are optional in the standard, but an order needs them.
  PO1: `350.AN.1-20 !330.R.1-15 !355.ID.2-2 !212.R.1-17 639.ID.2-2 (${product})x10
        P0607 P0809 P1011 P1213`,
  PRF: '!324.AN.1-22 328.AN.1-30 327.AN.1-8 373.DT.8-8 367.AN.1-20 92.ID.2-2',
  QTY: '!673.ID.2-2 380.R.1-15 355.ID.2-2 61.AN.1-30',
  REF: '!128.ID.2-3 127.AN.1-30 352.AN.1-80 +1 R0203',
  SAC: '!248.ID.1-1 1300.ID.4-4 559.ID.2-2 1301.AN.1-10 610.N2.1-15 +11',
  SN1: '350.AN.1-20 !382.R.1-10 !355.ID.2-2 646.R.1-9 380.R.1-15 +3',
  TD1: '103.AN.3-5 80.N0.1-7 +8',
  TD5: '133.ID.1-2 66.ID.1-2 67.AN.2-80 91.ID.1-2 387.AN.1-35 +10',
  TDS: '!610.N2.1-15 (610.N2.1-15)x3',
  TXI: '!963.ID.2-2 782.R.1-18 954.R.1-10 +7 R0203',
  W01: `!330.R.1-15 !355.ID.2-2 438.AN.12-12 (${product})x2 +13`,
  W03: '!382.R.1-10 81.R.1-10 355.ID.2-2 +4',
  W04: `!382.R.1-10 !355.ID.2-2 438.AN.12-12 (${product})x2 +10`,
  W05: '!473.ID.1-1 !285.AN.1-22 324.AN.1-22 +5',
  W06: '!514.ID.1-1 285.AN.1-22 373.DT.8-8 145.AN.1-30 +1 324.AN.1-22 +3',
  W07: `!413.R.1-10 !355.ID.2-2 438.AN.12-12 (${product})x2 +8 P0405`,
  W12: `!368.ID.2-2 330.R.1-15 382.R.1-10 383.R.1-9 355.ID.2-2 438.AN.12-12 (${product})x1 +14
        P0708`,
  W13: '!380.R.1-15 !355.ID.2-2 !412.ID.2-2 +4',
  W14: '!413.R.1-10 +5',
  W17: '!514.ID.1-1 !373.DT.8-8 394.AN.1-30 285.AN.1-22 145.AN.1-30 +4',
  W27: '!91.ID.1-2 140.ID.2-4 387.AN.1-35 146.ID.2-2 +6',
  W66: '!146.ID.2-2 91.ID.1-2 +2 387.AN.1-35 +4 140.ID.2-4 +2',
  W76: '!413.R.1-10 81.R.1-10 355.ID.2-2 +2',
}

/** The element rules of each segment. For other segments only the place is checked. */
export const segmentRules: ReadonlyMap<string, SegmentRule> = new Map(
  Object.entries(elements).map(([id, text]) => [id, parseSegmentRule(text)]),
)

/** Units of measure that partners may use. */
const unitCodes =
  'EA CA FT BX PK DZ LB KG CT PC PR ST RL BG IN YD MR CM GA LT ' +
  'OZ GR HU TH BD CN DR KT PL SF SY SH TB TU UN'

/** Allowed values by element number; an element that is not listed may have any value. */
export const codeLists: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    '353': '00 01 02 03 04 05 06 07 08 10 11 13 14 15 16 17 18 19 20 21 22 24 25 28 CN EX',
    '355': unitCodes,
    '368': 'BP CC CE CK CM CN CP CS DE DS IC PD PH PR PS',
    '473': 'B C D F N R T',
    '514': 'A B C D E F G H J K L N R S T X',
    '715': 'A E M P R W X',
    '717': 'A E M R W X',
  }).map(([ref, codes]) => [ref, new Set(codes.split(' '))]),
)
