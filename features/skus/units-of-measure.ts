// Units of measure as partners write them: the X12 codes and the words for them.

const unitCodes: Readonly<Record<string, string>> = {
  EACH: 'EA',
  PCS: 'EA',
  PC: 'EA',
  CASE: 'CA',
  CS: 'CA',
  BOX: 'BX',
  PACK: 'PK',
  PKG: 'PK',
  DOZEN: 'DZ',
  DOZ: 'DZ',
  FOOT: 'FT',
  PAIR: 'PR',
  ROLL: 'RL',
  BAG: 'BG',
  SET: 'ST',
  KIT: 'KT',
  GAL: 'GA',
}

/** Returns the X12 code of a unit of measure; an unknown unit becomes EA (each). */
export function unitCodeOf(unit: string): string {
  const name = unit.trim().toUpperCase()
  return unitCodes[name] ?? (name.length === 2 ? name : 'EA')
}

/**
 * True if a partner's unit of measure equals ours in any spelling: `CS`, `CASE` and `CA` are the
 * same unit. An unknown word matches only if ours is spelled the same.
 */
export function isSameUnit(partnerUnit: string, ours: string): boolean {
  const name = partnerUnit.trim().toUpperCase()
  return name === ours.trim().toUpperCase() || (unitCodes[name] ?? name) === unitCodeOf(ours)
}
