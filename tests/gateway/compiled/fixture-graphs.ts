import type { ServiceSdl } from '../../../tools/schema/services.ts'
import { FEDERATION } from './small-subgraphs.ts'

const graphOf = (services: Readonly<Record<string, string>>): readonly ServiceSdl[] =>
  Object.entries(services).map(([name, sdl]) => ({ name, sdl: `${FEDERATION}${sdl}` }))

/** Requirements that are flat, nested and in chains; values provided; fields that moved to another service. */
const SHOP = graphOf({
  products: `
    type Query { product(id: ID!): Product products(first: Int = 3, tags: [String!]): [Product!]! any: [Item] }
    type Mutation { rename(id: ID!, to: String!): Product drop(ids: [ID!]!): Int }
    type Product @key(fields: "id") @key(fields: "sku") {
      id: ID! sku: String! title: String @shareable note(short: Boolean): String price: Int weight: Float
      size: Size maker: Maker! @shareable related: [Product] kind: Kind! net: Weight
    }
    type Size @shareable { width: Int! height: Int }
    type Weight { value(unit: Unit = CM): Float }
    enum Unit { CM INCH }
    enum Kind { SOLD RENTED LENT }
    type Maker @key(fields: "id") { id: ID! name: String @shareable }
    union Item = Product | Maker`,
  stock: `
    type Query { shelves: [Shelf] shelf(row: Int!, near: Near): Shelf! }
    input Near { row: Int! names: [String!] deeper: Deeper }
    input Deeper { ids: [[ID]!] unit: Int = 4 }
    type Shelf @key(fields: "row side") {
      row: Int! side: String! products: [Product!]
      best: Product @provides(fields: "title maker { id }")
    }
    type Product @key(fields: "id") {
      id: ID! price: Int @external weight: Float @external size: Size @external title: String @external
      maker: Maker! @external
      postage: Int @requires(fields: "price weight")
      boxes: [Box!] @requires(fields: "size { width height }")
      left: Int!
    }
    type Size @shareable { width: Int! height: Int }
    type Box { size: Size count: Int! }
    type Maker @key(fields: "id", resolvable: false) { id: ID! }`,
  makers: `
    type Query { makers: [Maker!] findMaker(id: ID): Maker }
    type Maker @key(fields: "id") {
      id: ID! name: String @shareable founded: String country: Country! products: [Product]
    }
    type Country { code: String! name: String }
    type Product @key(fields: "sku") {
      sku: String! postage: Int @external
      shipping: String @requires(fields: "postage")
      kind: Kind! @override(from: "products")
    }
    enum Kind { SOLD RENTED LENT }`,
  shelves: `
    type Shelf @key(fields: "row side") { row: Int! side: String! keeper: Person }
    type Person @key(fields: "badge { code }") { badge: Badge! name: String }
    type Badge @shareable { code: String! }`,
  people: `
    type Query { me: Person people: [Person] }
    type Mutation { dismiss(code: String!): Person }
    type Person @key(fields: "badge { code }") {
      badge: Badge! email: String hidden: String @inaccessible friends: [Person!]! boss: Person
    }
    type Badge @shareable { code: String! colour: String @inaccessible }`,
})

/** Interfaces and unions of entities and values, and an interface that another service extends as an object. */
const LIBRARY = graphOf({
  media: `
    type Query { media: [Media!] medium(id: ID!): Media search(text: String): [Found] found: Found latest: Book }
    interface Media @key(fields: "id") { id: ID! title: String! similar: [Media] }
    type Book implements Media @key(fields: "id") { id: ID! title: String! similar: [Media] pages: Int author: Author }
    type Film implements Media @key(fields: "id") { id: ID! title: String! similar: [Media] 
      minutes: Int! cast: [Author]
    }
    type Song implements Media @key(fields: "id") { id: ID! title: String! similar: [Media] key: String }
    type Author @key(fields: "id") { id: ID! name: String! @shareable }
    type Shelf { name: String place: Place }
    type Place @shareable { floor: Int room: String! name: String }
    union Found = Book | Film | Author | Shelf`,
  reviews: `
    type Query { reviewed: [Media] topReview: Review }
    type Media @interfaceObject @key(fields: "id") {
      id: ID! score: Float reviews(first: Int = 2): [Review!]
    }
    type Review @key(fields: "id") { id: ID! text: String! by: Author about: Media subject: Subject }
    union Subject = Author | Topic
    type Topic { word: String! place: Place }
    type Place @shareable { floor: Int room: String! name: String }
    type Author @key(fields: "id") { id: ID! reviews: [Review] }`,
  authors: `
    type Query { authors(near: ID): [Author!]! named: Named things: [Named] }
    interface Named { name: String }
    type Author implements Named @key(fields: "id") { id: ID! name: String! @shareable born: Int place: Place }
    type Place implements Named @shareable { floor: Int room: String! name: String }
    type Country implements Named { name: String capital: Place writers: [Author] }
    type Book @key(fields: "id") { id: ID! prize: Prize }
    type Film @key(fields: "id") { id: ID! prize: Prize award: Named }
    type Prize { year: Int! country: Country }`,
})

export const FIXTURE_GRAPHS: Readonly<Record<string, readonly ServiceSdl[]>> = { shop: SHOP, library: LIBRARY }
