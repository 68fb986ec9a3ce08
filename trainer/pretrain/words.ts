/** Everyday words of office and engineering work, from which titles, sentences and names are put together. */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Things that an organisation keeps records of. */
export const nouns = list(`
  ticket order invoice case request record note article folder board project team release report event booking meeting
  document file message comment review incident customer contact product item plan goal milestone campaign asset device
  server room course lesson student patient visit claim policy contract lead deal vendor shipment parcel batch recipe
  sample test build job run pipeline workflow form survey question answer post thread channel album photo song playlist
  book chapter card list column sprint epic story feature bug defect change risk decision idea topic draft entry
  reminder alert rule budget payment refund account member group role user profile badge sheet table view widget
  letter chart lab seat route stop garden plot tool part kit piece unit branch commit repo package model dataset
`);

/** Words that titles are made of. */
export const titleWords = list(`
  add fix update remove check write review test draft plan prepare create build clean move improve design define deploy
  document migrate support investigate refactor schedule validate verify monitor measure replace rename restore set up
  setup enable disable handle implement integrate configure install collect compare publish share send fetch parse load
  save import export sync merge split track audit secure login logout password reset search filter sort export button
  form menu dialog header footer sidebar chart table list view screen banner icon image video email mail text font color
  theme mobile desktop web app client server service database cache queue log metric error warning message alert
  notification report dashboard user customer admin role permission access token session cookie account profile billing
  invoice payment order cart checkout price discount tax refund shipping stock product catalog release notes version
  guide manual handbook overview roadmap agenda minutes meeting retro standup weekly monthly quarterly annual daily draft
  budget forecast hiring onboarding training workshop survey interview policy security privacy backup recovery network
  firewall proxy certificate domain pipeline build deploy rollback hotfix patch script job batch worker
  schema index query migration column record unit integration load smoke regression coverage flaky timeout
  retry limit quota rate latency memory leak crash bug defect incident outage postmortem root cause analysis endpoint
  request response payload header parameter default value format parser encoding locale language translation time zone
  date calendar reminder event webhook plugin extension theme library package dependency upgrade license terms contract
  legal finance marketing campaign launch brand content blog post article newsletter social media press partner vendor
  team project goal target metric review feedback checklist template example sample demo prototype spec
  requirements architecture diagram model data analytics science machine learning training evaluation results findings
  next first second third new old final initial basic advanced quick full small large main core common shared public
  private internal external local global current missing broken slow fast early late open closed ready blocked done
`);

/** Short words that join the others. */
export const joiners = list("for and of in on to with from by at as per after before via without");

export const firstNames = list(`
  anna omar lena raj maria john wei sofia peter nina ivan yuki carlos emma david fatima noah olga liam chloe ahmed sara
  tom julia mark elena paul grace ben hana leo mia alex sam kate luis eva max zoe dan amy joe kim lucas priya tariq ana
  felix greta hugo iris jonas karin milan nora oscar petra rosa simon tara uma victor wanda xavier yara zack mina jin
  alice bob carol dave erin frank heidi mallory trent
`);

export const lastNames = list(`
  smith diaz wolf singh tanaka garcia mueller rossi novak kim chen patel brown jones silva kowalski ivanov larsen dubois
  khan lopez martin weber costa nguyen park lee sato haas berg stone young king hill green wood baker cook fox hunt reed
  cole ford gray hart lane moss nash ross shaw todd vega ward west york adams bell clark dean ellis flynn
`);

/** Verbs that start tool names, with the deed they stand for. */
export const createVerbs = list("create add new make post open insert register submit file");
export const readVerbs = list("get read fetch show load lookup find view describe retrieve");
export const updateVerbs = list("update edit change modify patch set");
export const actionVerbs = list(
  "move close send archive approve publish start stop cancel route advance switch",
);
export const listVerbs = list("list search query find browse get_all");

/** Words for states that a record can be in. */
export const stateNames = [
  "Open",
  "Closed",
  "Done",
  "To Do",
  "In Progress",
  "In Review",
  "Blocked",
  "Ready",
  "Draft",
  "Published",
  "Approved",
  "Rejected",
  "Pending",
  "Resolved",
  "Waiting",
  "Cancelled",
  "Active",
  "Archived",
  "Testing",
  "Released",
  "On Hold",
  "Backlog",
  "Selected",
  "Scheduled",
  "Shipped",
  "Delivered",
  "Escalated",
  "New",
  "Started",
  "Paused",
];

/** Words that end a parameter name. */
export const suffixes = [
  "Id",
  "Key",
  "Name",
  "Type",
  "Ref",
  "Code",
  "Number",
  "Kind",
  "Group",
  "Slug",
  "Uid",
  "Tag",
];

/** Parameter names that mean little by themselves. */
export const plainParameters = list(`
  id key name title body value parent project label labels status type owner note text content due priority group number
  code category description message subject author reviewer target source ref kind level color size count date amount
  reason state team region channel format version language mode scope path url email role tag tags notes details info
  data spec attributes properties payload record entry meta options settings input resource object container section
`);

/** Roles a person can have on a record, with the wordings that name them. */
export const personRoles: readonly (readonly [parameter: string, ...wordings: string[]])[] = [
  ["owner", "owned by", "owner", "the owner is", "give it to"],
  ["reviewer", "reviewed by", "reviewer", "to be reviewed by", "send it to review by"],
  ["approver", "approved by", "approver", "to be approved by"],
  ["author", "written by", "author", "on behalf of"],
  ["nominee", "nominate", "nominated to", "nominee"],
  ["designee", "designated to", "designee", "designate"],
  ["appointee", "appointed to", "appoint it to", "appointee"],
  ["addressee", "addressed to", "address it to", "addressee"],
  ["grantee", "granted to", "grant it to", "grantee"],
  ["trainee", "trained by", "trainee", "for the trainee"],
  ["delegate", "delegated to", "delegate it to", "delegate"],
  ["responsible", "responsible is", "the responsible person is", "hand it to"],
  ["handler", "handled by", "handler", "to be handled by"],
  ["tester", "tested by", "tester", "for testing by"],
  ["lead", "led by", "lead", "with lead"],
  ["contact", "contact", "contact person", "the contact is"],
  ["allocatee", "allocated to", "allocate it to", "allocate this to"],
  ["consignee", "consigned to", "consign it to", "consignee"],
  ["worker", "worked on by", "for", "worker"],
  ["agent", "agent", "let it be done by", "handed to"],
];

/** Nouns for a record that belongs to another one. */
export const childNouns = list(
  "child part step piece subitem entry line point sibling leaf follow-up sub-item section reply",
);

/** Short sentences' building blocks for texts that an answer carries along. */
export const verbsPast = list(
  "added fixed checked moved changed opened closed sent found lost seen noted asked reported",
);
