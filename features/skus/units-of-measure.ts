// Units of measure as partners write them: the X12 codes and the words for them.

const unitCodes: Readonly<Record<string, string>> = {
  EACH: 'EA',
  PCS: 'EA',
  PC: 'EA',
  PIECE: 'EA',
  PIECES: 'EA',
  CASE: 'CA',
  CASES: 'CA',
  CS: 'CA',
  BOX: 'BX',
  BOXES: 'BX',
  PACK: 'PK',
  PACKS: 'PK',
  PKG: 'PK',
  DOZEN: 'DZ',
  DOZ: 'DZ',
  FOOT: 'FT',
  FEET: 'FT',
  PAIR: 'PR',
  PAIRS: 'PR',
  ROLL: 'RL',
  ROLLS: 'RL',
  BAG: 'BG',
  BAGS: 'BG',
  SET: 'ST',
  SETS: 'ST',
  KIT: 'KT',
  KITS: 'KT',
  GAL: 'GA',
  GALLON: 'GA',
  GALLONS: 'GA',
}

/** A unit by its X12 code, in upper case; an unknown unit stays as it is. */
function normalized(unit: string): string {
  const name = unit.trim().toUpperCase()
  return unitCodes[name] ?? name
}

/** Returns the X12 code of a unit of measure; an unknown unit becomes EA (each). */
export function unitCodeOf(unit: string): string {
  const code = normalized(unit)
  return code.length === 2 ? code : 'EA'
}

/**
 * True if a partner's unit of measure equals ours in any spelling: `CS`, `CASES` and `CA` are the
 * same unit. An unknown word matches only if ours is spelled the same.
 */
export function isSameUnit(partnerUnit: string, ours: string): boolean {
  return normalized(partnerUnit) === normalized(ours)
}

/**
 * The same for the answer to an X12 document of ours, such as a warehouse order: a unit without a
 * code was written there as EA, so that the answer has EA as well.
 */
export function isUnitOfAnswer(partnerUnit: string, ours: string): boolean {
  return isSameUnit(partnerUnit, ours) || isSameUnit(partnerUnit, unitCodeOf(ours))
}

/** The spellings of a unit in upper case: as given first, then its X12 code and words for it. */
export function spellingsOf(unit: string): string[] {
  const name = unit.trim().toUpperCase()
  const code = normalized(unit)
  const words = Object.keys(unitCodes).filter((word) => unitCodes[word] === code)
  return [...new Set([name, code, ...words])]
}
