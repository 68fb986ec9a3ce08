import { readFileSync, writeFileSync } from "node:fs";
import { zip } from "./zip.mjs";

/*
 * Packs the extension: `npm run vsix` gives rvrc-VERSION.vsix. A .vsix is a zip of the extension's files below
 * `extension/`, a manifest for the editor and the types of the files.
 */

const root = new URL("../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root));
const manifest = JSON.parse(read("package.json").toString("utf8"));

const FILES = [
  "package.json",
  "README.md",
  "language-configuration.json",
  "syntaxes/rvr.tmLanguage.json",
  "snippets/rvr.json",
  "dist/extension.cjs",
];

const TYPES = {
  json: "application/json",
  md: "text/markdown",
  cjs: "application/javascript",
  txt: "text/plain",
  vsixmanifest: "text/xml",
};

const inXml = (text) =>
  String(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const types = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${Object.entries(TYPES)
  .map(([extension, type]) => `  <Default Extension=".${extension}" ContentType="${type}"/>`)
  .join("\n")}
</Types>
`;

const property = (id, value) => `      <Property Id="${id}" Value="${inXml(value)}"/>`;

const vsix = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${inXml(manifest.name)}" Version="${inXml(manifest.version)}" Publisher="${inXml(manifest.publisher)}"/>
    <DisplayName>${inXml(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${inXml(manifest.description)}</Description>
    <Tags>${inXml(["rvr", ...manifest.keywords, "__ext_rvr"].join(","))}</Tags>
    <Categories>${inXml(manifest.categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${[
  property("Microsoft.VisualStudio.Code.Engine", manifest.engines.vscode),
  property("Microsoft.VisualStudio.Code.ExtensionDependencies", ""),
  property("Microsoft.VisualStudio.Code.ExtensionPack", ""),
  property("Microsoft.VisualStudio.Code.ExtensionKind", "workspace"),
  property("Microsoft.VisualStudio.Code.LocalizedLanguages", ""),
].join("\n")}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const packed = zip([
  { path: "extension.vsixmanifest", data: Buffer.from(vsix) },
  { path: "[Content_Types].xml", data: Buffer.from(types) },
  ...FILES.map((path) => ({ path: `extension/${path}`, data: read(path) })),
  { path: "extension/LICENSE.txt", data: read("../../LICENSE") },
]);
const name = `${manifest.name}-${manifest.version}.vsix`;
writeFileSync(new URL(name, root), packed);
process.stdout.write(`${name}: ${packed.length} bytes\n`);
