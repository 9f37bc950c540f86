/** A kind of product: its name, unit and our cost in the smallest size. */
export type Product = readonly [name: string, unit: string, cost: string]

export type Category = {
  name: string
  code: string
  products: readonly Product[]
  sizes: readonly string[]
  finishes: readonly string[]
}

function words(text: string): string[] {
  return text.split('|').map((word) => word.trim())
}

/** Parses `Hex Cap Screw BOX 6.40 | …` into products. */
function products(text: string): Product[] {
  return words(text).map((word) => {
    const [, name = '', unit = '', cost = ''] = /^(.+) ([A-Z]+) (\d+\.\d\d)$/.exec(word) ?? []
    return [name, unit, cost] as const
  })
}

/** Fourteen categories of ninety products each: six kinds in five sizes and three finishes. */
export const catalog: readonly Category[] = [
  {
    name: 'Fasteners',
    code: 'FAS',
    products: products(
      `Hex Cap Screw BOX 6.40 | Flat Washer BOX 3.10 | Lag Bolt BOX 8.90 | Machine Screw BOX 4.50 |
       Nylon Lock Nut BOX 3.80 | Threaded Rod EA 5.20`,
    ),
    sizes: words('1/4 in | 5/16 in | 3/8 in | 1/2 in | 5/8 in'),
    finishes: words('Zinc Plated | Stainless 304 | Galvanized'),
  },
  {
    name: 'Hand Tools',
    code: 'HND',
    products: products(
      `Combination Wrench EA 7.20 | Adjustable Wrench EA 9.80 | Slip-Joint Pliers EA 8.40 |
       Ball-Peen Hammer EA 12.60 | Slotted Screwdriver EA 4.10 | Locking Pliers EA 11.30`,
    ),
    sizes: words('6 in | 8 in | 10 in | 12 in | 14 in'),
    finishes: words('Chrome | Black Oxide | Cushion Grip'),
  },
  {
    name: 'Power Tools',
    code: 'PWR',
    products: products(
      `Cordless Drill EA 62.00 | Impact Driver EA 71.00 | Angle Grinder EA 48.00 |
       Reciprocating Saw EA 83.00 | Rotary Hammer EA 118.00 | Orbital Sander EA 44.00`,
    ),
    sizes: words('12 V | 18 V | 20 V | 36 V | 40 V'),
    finishes: words('Bare Tool | Kit | Brushless'),
  },
  {
    name: 'Electrical',
    code: 'ELE',
    products: products(
      `Circuit Breaker EA 9.60 | Conduit Connector PKG 6.20 | Extension Cord EA 14.30 |
       Junction Box EA 5.70 | Toggle Switch EA 3.60 | Duplex Receptacle EA 2.90`,
    ),
    sizes: words('15 A | 20 A | 30 A | 40 A | 50 A'),
    finishes: words('Commercial | Industrial | Weatherproof'),
  },
  {
    name: 'Lighting',
    code: 'LGT',
    products: products(
      `LED Tube EA 6.10 | LED High Bay EA 74.00 | Wall Pack EA 38.00 | Troffer Panel EA 41.00 |
       Work Light EA 22.50 | Emergency Exit Light EA 27.00`,
    ),
    sizes: words('15 W | 25 W | 40 W | 60 W | 100 W'),
    finishes: words('3000 K | 4000 K | 5000 K'),
  },
  {
    name: 'Plumbing',
    code: 'PLB',
    products: products(
      `Ball Valve EA 8.70 | Pipe Nipple EA 2.40 | Elbow 90 EA 2.10 | Coupling EA 1.90 |
       Check Valve EA 13.40 | Hose Bibb EA 9.20`,
    ),
    sizes: words('1/2 in | 3/4 in | 1 in | 1-1/4 in | 1-1/2 in'),
    finishes: words('Brass | PVC | Stainless 316'),
  },
  {
    name: 'HVAC',
    code: 'HVC',
    products: products(
      `Pleated Filter EA 4.30 | Flexible Duct EA 18.20 | Blower Belt EA 7.60 |
       Line Set Insulation FT 1.80 | Damper EA 16.50 | Return Air Grille EA 14.80`,
    ),
    sizes: words('12 in | 16 in | 18 in | 20 in | 24 in'),
    finishes: words('Standard | Commercial | Heavy Duty'),
  },
  {
    name: 'Safety',
    code: 'SAF',
    products: products(
      `Nitrile Gloves BOX 8.20 | Safety Glasses EA 3.40 | Hard Hat EA 11.20 | Hi-Vis Vest EA 6.70 |
       Ear Muffs EA 12.10 | Dust Respirator BOX 14.60`,
    ),
    sizes: words('Small | Medium | Large | X-Large | 2X-Large'),
    finishes: words('Standard | Premium | Heavy Duty'),
  },
  {
    name: 'Janitorial',
    code: 'JAN',
    products: products(
      `Floor Cleaner EA 9.30 | Glass Cleaner EA 4.60 | Trash Liners BOX 17.40 |
       Paper Towels BOX 21.80 | Hand Soap EA 5.90 | Degreaser EA 11.70`,
    ),
    sizes: words('1 qt | 1 gal | 2.5 gal | 5 gal | Case'),
    finishes: words('Unscented | Citrus | Concentrate'),
  },
  {
    name: 'Packaging',
    code: 'PKG',
    products: products(
      `Corrugated Box PKG 14.20 | Stretch Film EA 11.60 | Bubble Mailer PKG 9.80 |
       Carton Tape PKG 8.30 | Strapping EA 24.00 | Packing Paper BOX 19.50`,
    ),
    sizes: words('8 in | 12 in | 16 in | 18 in | 24 in'),
    finishes: words('Kraft | White | Recycled'),
  },
  {
    name: 'Adhesives',
    code: 'ADH',
    products: products(
      `Epoxy EA 8.80 | Silicone Sealant EA 4.70 | Threadlocker EA 6.90 |
       Construction Adhesive EA 3.90 | Contact Cement EA 10.40 | Spray Adhesive EA 7.30`,
    ),
    sizes: words('50 ml | 4 oz | 10 oz | 1 qt | 1 gal'),
    finishes: words('Clear | Gray | High Temperature'),
  },
  {
    name: 'Abrasives',
    code: 'ABR',
    products: products(
      `Cut-Off Wheel BOX 13.10 | Flap Disc EA 3.60 | Sanding Belt PKG 9.40 |
       Sanding Sheet PKG 6.80 | Flap Wheel EA 4.90 | Grinding Wheel EA 12.70`,
    ),
    sizes: words('2 in | 3 in | 4-1/2 in | 6 in | 7 in'),
    finishes: words('60 Grit | 80 Grit | 120 Grit'),
  },
  {
    name: 'Paint',
    code: 'PNT',
    products: products(
      `Interior Latex EA 19.40 | Exterior Acrylic EA 23.60 | Primer EA 15.20 |
       Industrial Enamel EA 28.30 | Marking Paint EA 4.40 | Epoxy Floor Coating EA 46.00`,
    ),
    sizes: words('17 oz | 1 qt | 1 gal | 2 gal | 5 gal'),
    finishes: words('White | Safety Yellow | Gray'),
  },
  {
    name: 'Material Handling',
    code: 'MAT',
    products: products(
      `Lever Hoist EA 72.00 | Hand Truck EA 58.00 | Swivel Caster EA 9.90 | Beam Clamp EA 16.80 |
       Bow Shackle EA 13.90 | Chain Hoist EA 96.00`,
    ),
    sizes: words('Light | 1/2 Ton | 1 Ton | 2 Ton | 3 Ton'),
    finishes: words('Steel | Aluminum | Heavy Duty'),
  },
]
