// Company and person names of the demo business.

export const companyFronts = [
  'Lakeshore',
  'Summit Ridge',
  'Ironwood',
  'Blue Heron',
  'Cedar Valley',
  'Northgate',
  'Redstone',
  'Harborview',
  'Silver Creek',
  'Evergreen',
  'Prairie',
  'Granite Peak',
  'Keystone',
  'Oak Hollow',
  'Pinecrest',
  'Riverbend',
  'Stonebridge',
  'Tri-County',
  'Westfield',
  'Whitmore',
  'Ashford',
  'Beacon',
  'Copper Basin',
  'Dunmore',
  'Eastlake',
  'Fairmont',
  'Glenwood',
  'Hawthorne',
  'Juniper',
  'Kingsley',
  'Lindgren',
  'Maplewood',
  'Newbury',
  'Orchard Park',
  'Pemberton',
  'Quail Run',
  'Rosewood',
  'Sterling',
  'Thornton',
  'Underhill',
  'Vanguard',
  'Wexford',
  'Yellowstone',
  'Aldrich',
] as const

/** The eight customer industries and the name endings of their companies. */
export const industries = {
  Construction: ['Builders', 'Contracting', 'Construction Group', 'Framing Co.'],
  Manufacturing: ['Manufacturing', 'Machine Works', 'Fabrication', 'Precision Parts'],
  Healthcare: ['Medical Center', 'Care Clinics', 'Health Network', 'Surgical Partners'],
  Hospitality: ['Hotels', 'Resorts', 'Restaurant Group', 'Inns'],
  Education: ['School District', 'College', 'Academy', 'Technical Institute'],
  'Property Management': ['Properties', 'Facilities', 'Realty Services', 'Apartments'],
  Automotive: ['Auto Group', 'Fleet Services', 'Truck Repair', 'Collision Centers'],
  'Food Processing': ['Foods', 'Bakeries', 'Dairy Co-op', 'Packing Co.'],
} as const

export const vendorTrades = [
  'Fastener',
  'Tool',
  'Electric',
  'Lighting',
  'Pipe & Valve',
  'Air Systems',
  'Safety',
  'Chemical',
  'Packaging',
  'Adhesives',
  'Abrasives',
  'Coatings',
  'Handling',
  'Industrial',
] as const

export const vendorForms = ['Supply', 'Corp.', 'Industries', 'Products', 'Bros.', 'Works'] as const

export const firstNames = [
  'Alice',
  'Brian',
  'Carla',
  'Daniel',
  'Elena',
  'Frank',
  'Grace',
  'Hector',
  'Irene',
  'James',
  'Karen',
  'Luis',
  'Monica',
  'Nathan',
  'Olivia',
  'Paul',
  'Renee',
  'Samuel',
  'Teresa',
  'Victor',
] as const

export const lastNames = [
  'Abbott',
  'Barnes',
  'Castillo',
  'Dawson',
  'Ellison',
  'Fischer',
  'Grant',
  'Huang',
  'Iverson',
  'Jensen',
  'Kowalski',
  'Larkin',
  'Morales',
  'Novak',
  'Okafor',
  'Patel',
  'Quinn',
  'Reyes',
  'Schmidt',
  'Turner',
  'Ueda',
  'Vaughn',
  'Walsh',
  'Young',
  'Zimmer',
] as const

/** Words for demo passwords: short, plain and hard to confuse. */
export const passwordWords = `
acorn amber anchor apple arrow autumn badge bamboo barley basil beacon birch bison blanket bottle
bridge bronze brook butter button cabin cactus camel candle canoe canyon carbon castle cedar cello
cherry cider cinder citrus clover cobalt comet copper coral cotton cradle cricket crystal dahlia
daisy desert dolphin domino dragon drum eagle ebony ember falcon fern fiddle finch flint forest
fossil fox garden garnet ginger glacier goblet granite grape gravel harbor hazel heron hickory
honey indigo island ivory jacket jasmine jigsaw juniper kettle kiwi ladder lagoon lantern laurel
lemon lichen lilac linen lobster lotus magnet maple marble meadow melon mitten mosaic mountain
nectar nickel nutmeg oasis ocean olive onyx orange orbit orchid otter oyster paddle panda papaya
parcel pebble pepper piano pigeon pilot plum pocket poplar prairie pumpkin quartz quill rabbit
raven reef ribbon river robin rocket saddle saffron sailor salmon sandal sapphire scarlet shadow
silver spruce squash stone summit sunset tandem teapot thistle thunder timber tomato topaz tulip
tundra tunnel turnip valley velvet violet violin walnut walrus willow window winter wizard yellow
zephyr`
  .trim()
  .split(/\s+/)
