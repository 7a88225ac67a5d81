"""Every meaningful widget of every .ui file has an accessible name, a label or a title.

A container that only lays out needs none; everything a person acts on or reads does. And in each
look, light or dark, what is written can be told from what it is written on; text has no size that
the scale of gui/style/style-sheet.c has not.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

NEEDS_NAME = {
    'GtkButton', 'GtkToggleButton', 'GtkCheckButton', 'GtkRadioButton', 'GtkMenuButton',
    'GtkLinkButton', 'GtkSpinButton', 'GtkScaleButton', 'GtkEntry', 'GtkSearchEntry',
    'GtkTextView', 'GtkComboBox', 'GtkComboBoxText', 'GtkSwitch', 'GtkScale', 'GtkImage',
    'GtkListBox', 'GtkFlowBox', 'GtkTreeView', 'GtkIconView', 'GtkDrawingArea', 'GtkProgressBar',
    'GtkListBoxRow', 'GtkFlowBoxChild', 'GtkNotebook', 'GtkFileChooserButton',
    'GtkApplicationWindow', 'GtkWindow', 'GtkDialog',
}
NAMING_PROPERTIES = {'label', 'title'}
# A later sheet's colours win, as in gui/style/look.c.
LOOKS = ([], ['dark'], ['contrast'], ['dark', 'contrast', 'contrast-dark'])
WRITTEN_ON = (('on_critical', 'critical'), ('on_high', 'high'), ('on_medium', 'medium'),
              ('on_low', 'low'), ('ink', 'ground'), ('ink', 'panel'), ('ink', 'field'),
              ('ink', 'cloth'), ('ink', 'turn_soft'), ('quiet', 'ground'), ('quiet', 'panel'),
              ('quiet', 'cloth'), ('on_turn', 'turn'), ('turn', 'cloth'), ('on_main', 'main'),
              ('banca', 'cloth'), ('punto', 'cloth'), ('tie', 'cloth'),
              ('card_hearts', 'card_paper'), ('card_spades', 'card_paper'))
CONTRAST_MIN = 4.5  # WCAG 2, AA
FRAMED_ON = (('edge', 'panel'), ('edge', 'ground'), ('off', 'ground'), ('ghost', 'cloth'))
FRAME_CONTRAST_MIN = 3.0
LEAST_PX = 13


def own_widgets(node):
    """The names our own classes go by: they draw or act, so they need names too.

    Not the scrolled window, which is GTK's: its name is that of what is in it.
    """
    return node.get('class', '').startswith('Sabot') and node.get('class') != 'SabotScroll'


def accessible_name(node):
    for child in node.findall('child'):
        if child.get('internal-child') == 'accessible':
            for prop in child.iter('property'):
                if prop.get('name') in ('accessible-name', 'AtkObject::accessible-name'):
                    return prop.text
    return None


def has_name(node):
    if accessible_name(node):
        return True
    if any(p.get('name') in NAMING_PROPERTIES and p.text for p in node.findall('property')):
        return True
    accessibility = node.find('accessibility')
    return accessibility is not None and any(
        r.get('type') == 'labelled-by' for r in accessibility.findall('relation'))


def check(path):
    problems = []
    root = ET.parse(path).getroot()
    for node in list(root.iter('object')) + list(root.iter('template')):
        kind = node.get('parent') if node.tag == 'template' else node.get('class')
        wanted = kind in NEEDS_NAME or (node.tag == 'object' and own_widgets(node))
        if wanted and not has_name(node):
            problems.append(f'{path}: {node.get("class")} {node.get("id") or ""} has no name')
    for prop in root.iter('property'):
        if prop.get('name') in NAMING_PROPERTIES | {'accessible-name', 'tooltip-text'} \
                and any(map(str.isalpha, prop.text or '')) and prop.get('translatable') != 'yes':
            problems.append(f'{path}: "{prop.text}" cannot be translated')
    return problems


def colours(folder, sheets):
    found = {}
    for sheet in ['light', *sheets]:
        text = (folder / 'style' / f'{sheet}.css').read_text(encoding='utf-8')
        found.update(re.findall(r'@define-color sabot_(\w+) (#\w{6});', text))
    return found


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                        for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def check_contrasts(folder):
    problems = []
    for look in LOOKS:
        names = colours(folder, look)
        for pairs, least in ((WRITTEN_ON, CONTRAST_MIN), (FRAMED_ON, FRAME_CONTRAST_MIN)):
            for ink, ground in pairs:
                ratio = contrast(names[ink], names[ground])
                if ratio < least:
                    problems.append(f'{look}: {ink} on {ground}: {ratio:.1f} of {least}')
        unknown = {name for sheet in (folder / 'style').glob('*.css')
                   for name in re.findall(r'@sabot_(\w+)', sheet.read_text(encoding='utf-8'))}
        problems += [f'{look}: no colour @sabot_{name}' for name in sorted(unknown - set(names))]
    return problems


def scale(folder):
    """Of gui/style/style-sheet.c: names, and pixels of those that have some."""
    text = (folder / 'style' / 'style-sheet.c').read_text(encoding='utf-8')
    return {name: int(px) for name, px in re.findall(r'\{"(\w+)", (\d+), ', text)}


def check_sizes(sizes, sheets, sources):
    """`sheets` and `sources` are texts by path. Sizes are used by name, each name is used, and
    nothing is smaller than can be read."""
    problems, used = [], set()
    for path, text in sheets.items():
        for value in re.findall(r'font(?:-size)?: ([^;]*);', text):
            name = value.removeprefix('@type_')
            if value == name or name not in sizes:
                problems.append(f'{path}: a size that is not of the scale: {value}')
            used.add(name)
    for path, text in sources.items():
        found = re.findall(r'font-size: (?!@type_|%)[^"]*', text)
        problems += [f'{path}: a size that is not of the scale: {size}' for size in found]
    problems += [f'the size {name} is not used' for name in sorted(set(sizes) - used)]
    problems += [f'the size {name} is too small to be read: {px}'
                 for name, px in sizes.items() if 0 < px < LEAST_PX]
    return problems


def check_rows(folder):
    """A row that cannot be chosen says why, and so is read: a locked person, a remedy."""
    return [f'{path}: {selector.strip()} has the colour of keys that nobody has to read'
            for path in (folder / 'style').glob('*.css')
            for selector, rule in re.findall(r'([^{}]*)\{([^{}]*)\}', path.read_text('utf-8'))
            if re.search(r'row:disabled.* label', selector) and 'sabot_off' in rule]


def check_scale(folder):
    def texts(*patterns):
        return {path: path.read_text(encoding='utf-8') for pattern in patterns
                for path in folder.rglob(pattern)}
    sources = {path: text for path, text in texts('*.c', '*.ui').items()
               if path.name != 'style-sheet.c'}
    return check_sizes(scale(folder), texts('*.css'), sources)


def main():
    files = sorted(pathlib.Path(sys.argv[1]).rglob('*.ui'))
    problems = [p for path in files for p in check(path)]
    problems += check_contrasts(pathlib.Path(sys.argv[1]))
    problems += check_rows(pathlib.Path(sys.argv[1]))
    problems += check_scale(pathlib.Path(sys.argv[1]))
    print('\n'.join(problems))
    # The check itself must see a nameless button, a fixed text, and a size of nobody's.
    seen = check_sizes({'text': 17, 'other': 12},
                       {'a': 'font-size: 17px; font-size: @type_huge; font-size: @type_text;'},
                       {'b': '"x { font-size: 3px; }"', 'c': '"x { font-size: %dpx; }"'})
    if len(seen) != 5:
        sys.exit(f'the check is blind: {seen}')
    probe = ET.fromstring('<object class="GtkButton"/>')
    if has_name(probe) or not files:
        sys.exit('the check is blind')
    print(f'{len(files)} files, {len(problems)} problems')
    sys.exit(1 if problems else 0)


main()
