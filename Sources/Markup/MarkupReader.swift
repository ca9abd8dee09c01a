import CXML2

/// A document, node by node. Closes it at the end of its life.
struct MarkupReader: ~Copyable {
    private let reader: OpaquePointer
    /// What the reader reads from.
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    enum Node {
        /// `isEmpty`: no `.end` follows.
        case start(name: String, isEmpty: Bool)
        case text(String)
        case end
        /// A document type or an entity that the text declares.
        case declared
        /// Comments, processing instructions, white space between elements.
        case other
    }

    enum Format {
        /// In the encoding the text names, else UTF-8.
        case xml
        case xmlInUTF8
        case html
    }

    /// - Throws: `tooLong`, `libraryMissing`, `malformed` where there is nothing to read.
    init(_ input: [UInt8], as format: Format, maxLength: Int) throws(MarkupError) {
        guard input.count <= maxLength else { throw .tooLong(limit: maxLength) }
        guard cxml2_open() else { throw .libraryMissing(package: "libxml2") }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: input.count + 1)
        _ = bytes.initialize(from: input + [0])
        guard let start = bytes.baseAddress, let reader = Self.open(start, input.count, format) else {
            bytes.deallocate()
            throw .malformed(line: 1)
        }
        self.bytes = bytes
        self.reader = reader
    }

    deinit {
        cxml2_close(reader)
        bytes.deallocate()
    }

    private static func open(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ format: Format) -> OpaquePointer? {
        switch format {
        case .xml: cxml2_read_xml(bytes, count, nil)
        case .xmlInUTF8: cxml2_read_xml(bytes, count, "UTF-8")
        case .html: cxml2_read_html(bytes, count, "UTF-8")
        }
    }

    var line: Int { Int(cxml2_line(reader)) }

    /// The next node; nil at the end of the document.
    func next() throws(MarkupError) -> Node? {
        switch cxml2_next(reader) {
        case 1: node
        case 0: nil
        default: throw .malformed(line: line)
        }
    }

    private var node: Node {
        switch Int(cxml2_kind(reader)) {
        case cxml2_kind_element:
            .start(name: cxml2_name(reader).map { String(cString: $0) } ?? "", isEmpty: cxml2_is_empty(reader))
        case cxml2_kind_text, cxml2_kind_cdata: .text(cxml2_value(reader).map { String(cString: $0) } ?? "")
        case cxml2_kind_end: .end
        case cxml2_kind_doctype, cxml2_kind_entity_reference: .declared
        default: .other
        }
    }

    /// An attribute of the element that has just started.
    func attribute(_ name: String) -> String? {
        cxml2_attribute(reader, name).map { String(cString: $0) }
    }
}
